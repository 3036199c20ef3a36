/** Sentences about the settings of a dashboard: keys, secrets, the wall, parameters and front ends. */
export const SETTING_MESSAGES = {
  // The head of dashboard.yml
  "`tags` cannot have '{text}', which every stack has already": '`tags` 不能有“{text}”：每个堆栈都已有它',
  "`tags` cannot have '{text}': AWS keeps tags that begin with aws: for itself":
    '`tags` 不能有“{text}”：aws: 开头的标签由 AWS 保留',
  'choose another key': '请换一个键',
  'Lambda supports {form}, the runtime of the functions, until {date} and then refuses new functions':
    'Lambda 支持函数的运行时 {form} 到 {date}，之后拒绝新建函数',
  'install the newest version of Wallfeed, and deploy': '请安装最新版本的 Wallfeed，然后部署',
  "{key} is in the account {n}, which {key2} does not name: AWS takes only one of the stack's own account":
    '{key} 属于账号 {n}，而 {key2} 没有写它：AWS 只接受堆栈自己账号中的资源',
  'correct {key}, or the ARN in {key2}': '请改正 {key}，或 {key2} 中的 ARN',
  '{key} is in the account {n}, so that only a stack of that account can use it':
    '{key} 属于账号 {n}，只有该账号的堆栈才能使用它',
  "write account: '{n}', and every command refuses another one": "请写 account: '{n}'，各命令会拒绝其他账号",
  "{key} is in the account {n}, and the credentials belong to {n2}: AWS takes only one of the stack's own account.":
    '{key} 属于账号 {n}，而凭证属于 {n2}：AWS 只接受堆栈自己账号中的资源。',
  'Sign in to {n}, or correct {key}': '请登录 {n}，或改正 {key}',
  'write whole seconds from {n}s to {n2}s: a source gets 2s less, the gateway waits 30s':
    '请写 {n}s 到 {n2}s 之间的整数秒：数据源可用时间少 2s，网关最多等待 30s',
  'correct it, unless the region is new': '请改正，除非它是新的区域',
  "there was no region '{text}' in November 2026": '2026 年 11 月没有区域“{text}”',
  'in {form} every endpoint answers 403 until the account has an ICP licence':
    '在 {form}，账号取得 ICP 备案之前，所有接口都返回 403',
  'write how often the platform requests the endpoints, from 1s to 24h': '请写平台请求接口的间隔，1s 到 24h',
  'write 1s or more, or `cache: 0s` to cache nothing': '请写 1s 或更长；不缓存请写 `cache: 0s`',
  'write how often a screen requests each endpoint: 1s or longer': '请写屏幕请求每个接口的间隔：1s 或更长',
  'with `watch: none` there are no alarms to send': '设了 `watch: none` 就没有告警可发送',
  'remove `alarms`, or write `watch: basic`': '请去掉 `alarms`，或写 `watch: basic`',
  '`maxSkew` is off: anyone who sees one request with its digest can repeat it for ever':
    '`maxSkew` 已关闭：任何人看到一个带摘要的请求，就能一直重复它',
  'leave out `maxSkew`, which means 5m, or write the longest time by which clocks may differ':
    '请去掉 `maxSkew`（即 5m），或写时钟允许的最大偏差',
  '`maxSkew` is 0: every request is refused, as it takes time to arrive':
    '`maxSkew` 为 0：请求到达需要时间，因此都会被拒绝',
  'write the longest time by which clocks may differ, such as 5m, or off': '请写时钟允许的最大偏差，例如 5m，或 off',
  '`budget.amount` is {amount} USD a month, and the estimate is {amount2} USD':
    '`budget.amount` 为每月 {amount} 美元，而估算为 {amount2} 美元',
  '{command} shows what costs how much, and what saves; or raise `amount`':
    '{command} 会列出各项费用和节省办法；或提高 `amount`',
  'without `stage`, every stage claims the domain, and the second deployment fails':
    '没有 `stage` 时，每个阶段都会占用该域名，第二次部署会失败',
  'add `stage`, such as stage: prod': '请添加 `stage`，例如 stage: prod',
  'in a VPC the functions reach {names} only through endpoints of the VPC, or a NAT gateway':
    '在 VPC 中，函数只能通过 VPC 终端节点或 NAT 网关访问 {names}',
  'gateway endpoints of {names} are free': '{names} 的网关终端节点免费',
  'interface endpoints of {names} cost about {amount} USD a month each in each zone':
    '{names} 的接口终端节点每个可用区每月各约 {amount} 美元',
  'gateway endpoints of {names} are free, interface endpoints of {names2} cost about {amount} USD a month each in each zone':
    '{names} 的网关终端节点免费；{names2} 的接口终端节点每个可用区每月各约 {amount} 美元',
  '`domain` has neither `certificate` nor `path`': '`domain` 既没有 `certificate` 也没有 `path`',
  'add `certificate` for a domain that the stack makes, or `path` for one that exists':
    '由堆栈创建域名请添加 `certificate`；域名已存在请添加 `path`',
  '`domain.hostedZone` is for a domain that the stack makes, and without `certificate` it makes none':
    '`domain.hostedZone` 用于由堆栈创建的域名；没有 `certificate` 时堆栈不创建域名',
  'remove it, or add `certificate`': '请去掉它，或添加 `certificate`',
  '{path} is for roles that the stack makes, and {path2} names one that you have':
    '{path} 用于由堆栈创建的角色，而 {path2} 指定了已有的角色',
  'unknown day {value}': '未知的星期 {value}',
  'write days as {names}': '星期请写 {names}',
  '{form} is not a time of day': '{form} 不是一天中的时间',
  'write a time from 00:00 to 24:00': '请写 00:00 到 24:00 之间的时间',
  'write days and times, such as `{code}`': '请写星期和时间，例如 `{code}`',
  '`hours` {value} begin and end at the same time': '`hours` {value} 的起止时间相同',
  'write 00:00-24:00 for a whole day': '全天请写 00:00-24:00',
  '`hours` are read in UTC, as the dashboard has no `timezone`': '大屏没有 `timezone`，`hours` 按 UTC 读取',
  'add `timezone: Europe/Berlin`, or `timezone: UTC` if that is meant':
    '请添加 `timezone: Europe/Berlin`；如果就是 UTC，请写 `timezone: UTC`',

  // Secrets
  'this is not a name of the Parameter Store: its names begin with a slash':
    '这不是 Parameter Store 的名称，其名称以斜杠开头',
  "write each as /name: 'value', without ssm:": "每项请写成 /name: 'value'，不带 ssm:",
  "write each as /name: 'value'": "每项请写成 /name: 'value'",
  'no `token` uses {name}': '没有 `token` 使用 {name}',
  'remove it, or name it at a token: `token: ssm:/name`': '请去掉它，或在令牌处引用：`token: ssm:/name`',
  'all users of this machine may read the secrets': '本机所有用户都能读取密钥',
  'the value of {path} is empty': '{path} 的值为空',
  'the value of {path} is not text': '{path} 的值不是文本',
  'write its value, in quotes': '请写它的值，加引号',
  'the file is not YAML': '文件不是 YAML',
  'this entry is not YAML': '这一项不是 YAML',
  '{path} is given twice': '{path} 出现了两次',
  'the file has no names with values': '文件中没有名称和值',
  'check what it is and who may read it': '请检查它是什么、谁能读取',

  // The wall and maps
  'a page without words': '页面中没有文字',
  'write the names of endpoints, in rows': '请按行写接口的名称',
  'a page of {n} rows': '页面有 {n} 行',
  'draw at most {n} rows': '最多 {n} 行',
  'a page of {n} columns': '页面有 {n} 列',
  'draw at most {n} columns': '最多 {n} 列',
  'write as many words in each row, and a dot for an empty cell': '每行的词数要相同，空格子写一个点',
  'the cells of {name} are no rectangle: here is {part}': '{name} 的格子不构成矩形：此处是{part}',
  'the cells of {name} are no rectangle: here is {form}': '{name} 的格子不构成矩形：此处是 {form}',
  'an empty cell': '空格子',
  'repeat a name only in the cells of one rectangle': '同一名称只能填在一个矩形内',
  'write the name of an endpoint, or a dot for an empty cell': '请写接口的名称，空格子写一个点',
  "unknown endpoint '{text}'": '未知的接口“{text}”',
  '{name} is on page {n} already': '{name} 已在第 {n} 页',
  'show each endpoint on one page': '每个接口只放在一页',
  'write how long a page is shown, from 5s to 10m': '请写每页显示的时间，5s 到 10m',
  'no region has a name: `properties.name` is missing': '所有区域都没有名称：缺少 `properties.name`',
  'add it to each feature': '请为每个要素添加',
  'rename one of {names} to name': '请将 {names} 之一改名为 name',
  'add features of the type Polygon or MultiPolygon, with coordinates':
    '请添加带坐标的 Polygon 或 MultiPolygon 类型的要素',
  'the map is larger than {n} MB': '地图超过 {n} MB',
  '{file} is not read': '{file} 不会被读取',
  'call the map {names}': '请把地图命名为 {names}',

  // Parameters
  'the parameter {name} has a meaning of its own': '参数名 {name} 另有含义',
  'write another name, such as {form}': '请换一个名称，例如 {form}',
  'write a small letter and then at most 31 letters or digits, such as region':
    '请以小写字母开头，后面最多 31 个字母或数字，例如 region',
  'the range of {name} has no {key}': '{name} 的范围没有 {key}',
  '{key} is {value}, which is below {key2}, {value2}': '{key} 为 {value}，小于 {key2}（{value2}）',
  'steps of {value} from {value2} do not reach {value3}': '从 {value2} 起每步 {value}，到不了 {value3}',
  'write a `step` that divides the range': '请写能整除范围的 `step`',
  'write a `step` that divides the range, or end the range at {value}': '请写能整除范围的 `step`，或让范围止于 {value}',
  '{bare} is there twice': '{bare} 出现了两次',
  "'{text}' is there twice": '“{text}”出现了两次',
  '{name} has both a list and a range': '{name} 同时有列表和范围',
  'keep `oneOf`, or `atLeast` and `atMost`': '请保留 `oneOf`，或 `atLeast` 和 `atMost`',
  '{name} has no values': '{name} 没有取值',
  'add `oneOf: [East, West]`, or `atLeast: 0` and `atMost: 10`':
    '请添加 `oneOf: [East, West]`，或 `atLeast: 0` 和 `atMost: 10`',
  '`default` and `optional` exclude each other': '`default` 和 `optional` 不能并用',
  'keep `default` for a value of requests that send none, or `optional` to leave the condition out':
    '请求不带值时要用默认值请保留 `default`，要去掉条件请保留 `optional`',
  'write one of the values of {name}': '请写 {name} 的取值之一',
  'write it as in the list: {value}': '请与列表中的写法一致：{value}',
  'a dataset has no parameters, because it is read once for all requests': '数据集没有参数，因为它为所有请求只读取一次',
  'move the condition to the `where` of the endpoint that has the parameter': '请把条件移到带有该参数的接口的 `where`',
  '{n} parameters are too many': '{n} 个参数过多',
  'an endpoint has at most {n}': '每个接口最多 {n} 个',
  'the parameters have more than {value} combinations of values': '参数的取值组合超过 {value} 种',
  'write fewer values or a larger `step`, or make two endpoints': '请减少取值、增大 `step`，或拆成两个接口',
  'the parameters have {n} combinations of values, and an environment caches {n2} responses of an endpoint':
    '参数有 {n} 种取值组合，而每个环境为一个接口缓存 {n2} 个响应',
  'requests for the others read the sources: write fewer values, if screens show them all':
    '其余的请求会读取数据源：如果屏幕会用到全部组合，请减少取值',
  'the endpoint has {words}': '该接口的参数：{words}',
  'add it to the endpoint: `{code}`': '请加到接口中：`{code}`',
  'there is no parameter {name}': '没有参数 {name}',
  'unknown parameter {path}': '未知的参数 {path}',
  'nothing uses the parameter {name}': '没有使用参数 {name}',
  'write `{code}` in a condition, or {path} in SQL': '请在条件中写 `{code}`，或在 SQL 中写 {path}',

  // Front ends
  'no page can set the header {form}': '网页无法设置请求头 {form}',
  'write `credentials: true` in `client`, with which pages send their cookies':
    '请在 `client` 中写 `credentials: true`，网页就会发送 Cookie',
  'remove it: the browser sets this header itself': '请去掉：它由浏览器自行设置',
  '{value} is no name of a header': '{value} 不是请求头的名称',
  'write a name such as x-access-token': '请写名称，例如 x-access-token',
  "write `origins: ['https://wall.example.com']` with the address of the front end":
    "请写 `origins: ['https://wall.example.com']`，换成前端的地址",
  'write the usual length of a time window, such as 60m': '请写时间范围通常的长度，例如 60m',
  "browsers refuse `credentials` from any origin, and `origins` is ['*']":
    "来源不限时浏览器拒绝 `credentials`，而 `origins` 为 ['*']",
  "browsers refuse `credentials` from any origin, and `origins` is not set, which means '*'":
    "来源不限时浏览器拒绝 `credentials`，而 `origins` 没有设置，即为 '*'",
  'without `origins`, every page of the internet may read what {name} reads':
    '没有 `origins` 时，互联网上的任何网页都能读取 {name} 读取的数据',
  'write one of {values}': '请写其中之一：{values}',

  // Patterns of files
  '{name} needs a `window` with `of`, and with `last` or `atMost`':
    '{name} 需要带 `of`，以及 `last` 或 `atMost` 的 `window`',
  'add a window with the column of the times: `{code}`': '请添加写明时间列的时间范围：`{code}`',
  'the pattern has no times in {form}': '文件名模式的 {form} 中没有时间',
  'write {form}, or letters of `dates`, such as {form2}': '请写 {form}，或 `dates` 的字母，例如 {form2}',
  '{name} has a brace too many': '{name} 多了一个大括号',
  'write {form}, such as {form2}': '请写 {form}，例如 {form2}',
  '`*` may only be in the last part of the name': '`*` 只能在名称的最后一段',
  'the pattern has {n} `*`, and at most {n2} are read': '该模式有 {n} 个 `*`，最多读取 {n2} 个',
  'one `*` stands for any text, such as orders-*.csv': '一个 `*` 代表任意文字，例如 orders-*.csv',
  'write * after the last /': '请把 * 写在最后一个 / 之后',
  'no file of data/ fits {name}': 'data/ 中没有符合 {name} 的文件',
  'the pattern has {n} names in its window, and at most {n2} are tried':
    '时间范围中该模式有 {n} 个文件名，最多尝试 {n2} 个',
  'shorten the `window`, or write one file for each day': '请缩短 `window`，或每天写一个文件',
  '{file} has other columns than {file2}': '{file} 的列与 {file2} 不同',
  'give all files of the pattern the same columns in the same order': '该模式的所有文件，列和顺序都要相同',
  '{bare} is empty': '{bare} 为空',
  'a row of {n} word{s}, and the first row has {n2}': '该行有 {n} 个词，而第一行有 {n2} 个',
  'run chmod 600 {file}': '请运行 chmod 600 {file}',
  'the local stack answers 401 until {file} has {path}': '{file} 中有 {path} 之前，本地服务返回 401',
  'the type is {found}, and must be FeatureCollection': '类型（{found}）应为 FeatureCollection',
  missing: '缺失',
  "write {path} '{text}' into {file} beside dashboard.yml; git ignores the file":
    "请在 dashboard.yml 旁的 {file} 中写 {path} '{text}'；git 会忽略该文件",
  "add {path} '{text}' to {file}": "请在 {file} 中添加 {path} '{text}'",
} as const;
