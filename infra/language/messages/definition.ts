/** Further sentences of `check` about dashboard.yml and selections. */
export const DEFINITION_MESSAGES = {
  // Objects, names and dates
  'IAM cannot write this key, so the function may read every object of {name} that fits {name2}':
    'IAM 无法写明该键，因此函数可以读取 {name} 中所有符合 {name2} 的对象',
  'in an IAM policy, ? stands for any one character: rename the object to Latin letters without *, ? and $':
    '在 IAM 策略中，? 代表任意一个字符：请用不含 *、? 和 $ 的拉丁字母重命名对象',
  'write s3://bucket/key': '请写 s3://bucket/key',
  "a name is one word: '{text}'": '名称是一个词：“{text}”',
  'use letters, digits and underscores': '请用字母、数字和下划线',
  '`dates` has MMMMM': '`dates` 中有 MMMMM',
  'write MMM or MMMM': '请写 MMM 或 MMMM',
  '`dates` has {path} with a': '`dates` 中 {path} 与 a 同时出现',

  // Selections
  'the selection looks back by {n} different steps, and at most {n2} are read':
    '选取回看 {n} 种不同的步长，最多读取 {n2} 种',
  'select the others as a further entry of the `csv` list': '请把其余的写为 `csv` 列表的另一项',
  '`rest` cannot be beside `running` and `moving`': '`rest` 不能与 `running` 和 `moving` 并列',
  'write a group, such as {code}': '请写分组，例如 {code}',
  '{key} is an aggregate': '{key} 是汇总',
  '`rest` cannot write {value} into {key}, which is {part}': '`rest` 不能把 {value} 写入 {key}：它是{part}',
  'leave `rest` out, or make that column an aggregate': '请去掉 `rest`，或把该列改为汇总',
  'the map of {key} has no entry for {value}, the value of `rest`': '{key} 的对应表没有 `rest` 的值 {value}',
  'add {value} to the map, or set `else`': '请把 {value} 加入对应表，或设置 `else`',
  'write a whole number of decimals up to {n}, such as round(x, 2)': '请写小数位数，整数，最多 {n}，例如 round(x, 2)',
  '{key} does not say of what it is a percentage': '{key} 没有写明是什么的百分比',
  'write `{ percent: errors, of: requests }` for two columns, or `{ percent: rows, where: { Status: paid } }` for rows; a column named rows is given by its position':
    '两列请写 `{ percent: errors, of: requests }`，行请写 `{ percent: rows, where: { Status: paid } }`；名为 rows 的列请写其位置',
  'write it outside': '请写在外面',
  'write an aggregate such as sum(Quantity * Price)': '请写汇总，例如 sum(Quantity * Price)',
  '`earlier` stands twice': '`earlier` 出现了两次',
  'write it once, outside': '请只在外面写一次',
  'say how much earlier: `{code}`': '请写明早多少：`{code}`',
  'write a sum or a count, such as `{ sum: Amount }`': '请写求和或计数，例如 `{ sum: Amount }`',
  '`running` adds sums and counts only': '`running` 只累计求和与计数',
  'write a whole number of buckets from 2, such as `over: 7`': '请写时间段的个数，从 2 起的整数，例如 `over: 7`',
  '{key} belongs to an aggregate, and the formula has none': '{key} 属于汇总，而公式中没有汇总',
  '{key} names {name}, which has lengths of time': '{key} 写了 {name}，而它是时长',

  // Scripts
  'only define option: the component creates the chart, which is {name}':
    '请只定义 option：图表由组件创建，名为 {name}',
  '{name} creates a chart': '{name} 会创建图表',
  "{name} of {name2}, which is not the component's chart": '{name2} 的 {name}，而它不是组件的图表',
  'write {path}(...)': '请写 {path}(...)',
  'myChart is not defined': 'myChart 没有定义',
  'write an arrow function, () => { ... }, which keeps this': '请写箭头函数 () => { ... }，它保留 this',
  'this is not the component inside a function that a timer calls': '在定时器调用的函数中，this 不是组件',
  'the script defines no variable named {name}': '脚本没有定义名为 {name} 的变量',
  'rename {name} to {name2}': '请把 {name} 改名为 {name2}',
  'the script is nested too deeply': '脚本嵌套过深',
  'split its expressions': '请拆分其表达式',

  // Settings
  'write 1s or more: all requests of one slot share one read': '请写 1s 或更长：同一时段的所有请求共用一次读取',
  '{key} would put the secret into the template': '{key} 会把密钥写入模板',
  'keep it in the Parameter Store and write `token: ssm:/path`':
    '请把它保存在 Parameter Store 中，并写 `token: ssm:/path`',
  'write 1s or more: others wait that long for the response that one environment builds; or leave `shared` out':
    '请写 1s 或更长：其他执行环境会等待一个执行环境生成响应；或去掉 `shared`',
  '`database.{code}` is for a database that the stack makes, and `database.cluster` names one that you have':
    '`database.{code}` 用于由堆栈创建的数据库，而 `database.cluster` 写明的是您已有的数据库',
  '`database.{code}` is in {region}, and the dashboard in {region2}: every query crosses regions':
    '`database.{code}` 在 {region}，而大屏在 {region2}：每次查询都跨区域',
  'deploy the dashboard in {region}, or name a database of {region2}':
    '请把大屏部署到 {region}，或写 {region2} 的数据库',
  'request the certificate in {region}': '请在 {region} 申请证书',
  'ask for the licence in the AWS console, for Beijing and Ningxia each: API Gateway needs it for requests without authentication, and for a domain':
    '请在 AWS 控制台为北京和宁夏区域分别申请许可：API Gateway 处理不需身份验证的请求和自有域名都需要它',
  'the endpoints with SQL need the Data API, which Aurora PostgreSQL did not have in {region} in November 2026':
    '使用 SQL 的接口需要 Data API，而 2026 年 11 月 {region} 的 Aurora PostgreSQL 没有 Data API',
  '{file} has no {name}': '{file} 没有 {name}',
  '{name} in place of the {name2}': '{name} 不是 {name2}',
  'not a folder': '不是文件夹',
  'the folder has no {path}': '文件夹中没有 {path}',
  '{file} is not UTF-8': '{file} 不是 UTF-8',
  'the file has {n} characters, and at most {n2} are read': '文件有 {n} 个字符，最多读取 {n2} 个',
  'move long texts to files of their own, or split the file': '请把长文字移到单独的文件，或拆分文件',
  'nested deeper than {n} levels': '嵌套超过 {n} 层',
  'close the brackets, or indent less': '请闭合括号，或减少缩进',
  'without `stale`, the first response of each slot may be a timeout while the query runs':
    '没有 `stale` 时，查询运行期间每个时段的第一个响应可能超时',
  'add `stale: 1h`, for example: responses then have the rows of the previous slot until the new rows are there':
    '请添加例如 `stale: 1h`：在新的行到达之前，响应使用上一时段的行',
  '`stale` works only in a function that has read rows before, not in a new one':
    '`stale` 只在读取过行的函数中有效，在新的函数中无效',
  'write `cache: { ttl: 1m, shared: true }`, with your own time: all functions then share the rows':
    '请写 `cache: { ttl: 1m, shared: true }`，时间由您决定：所有函数就会共用这些行',
  'a request chooses the time that the query reads, each query costs money, and {part} has no token':
    '查询读取的时间由请求决定，每次查询都收费，而{part}没有令牌',
  'add `window: { last: 24h }`, or `{ atMost: 24h }` to limit it, or a `token`':
    '请添加 `window: { last: 24h }`，或用 `{ atMost: 24h }` 限制它，或添加 `token`',
  '`cache` is shorter than a slot of {name}, whose rows stay the same for {duration}':
    '`cache` 短于 {name} 的时段，其行在 {duration} 内不变',
  'leave `cache` out: the endpoint then caches for as long as its dataset':
    '请去掉 `cache`：接口的缓存时间就与数据集相同',
  'the window of the dataset {name} holds no rows of the earlier window':
    '数据集 {name} 的时间范围不含更早时间范围的行',
  'give the dataset a longer `window`, such as `window: { last: {code} }`':
    '请给数据集写更长的 `window`，例如 `window: { last: {code} }`',
  'no dataset is a query through {name}': '没有通过 {name} 查询的数据集',
  'add `{code}`, or remove `{code2}`': '请添加 `{code}`，或删除 `{code2}`',
  '`where` keeps 0 of {n} row{s}': '`where` 从 {n} 行中没有留下任何一行',
  '`budget.amount` is {n} {currency} a month, and the estimate is {n2} {currency2}':
    '`budget.amount` 为每月 {n} {currency}，而估算为 {n2} {currency2}',
};
