/** Sentences about promises. Those with figures also have parts, which are translated by themselves. */
export const PROMISE_MESSAGES = {
  // Errors
  'the dataset {name} has promises, too, and theirs would have the same names':
    '数据集 {name} 也有约定，两者的约定名称会相同',
  'give the dataset or the endpoint another name': '请给数据集或接口换一个名称',
  '`by` needs the column of the times': '`by` 需要时间所在的列',
  'add `newest: { of: Created at }`, with the name of your column': '请添加 `newest: { of: Created at }`，写上您的列名',
  '`newest` without `within` promises nothing': '没有 `within` 的 `newest` 没有约定任何内容',
  'add `within: 2h`, with the greatest age of the newest row': '请添加 `within: 2h`，写最新一行的最长时间',
  '`within` is 0: the promise can never hold': '`within` 为 0：约定永远无法满足',
  'write the greatest age of the newest row, such as 2h': '请写最新一行的最长时间，例如 2h',
  '`by` cannot be {value}': '`by` 不能为 {value}',
  'write days and a time, such as `{code}`': '请写星期和时间，例如 `{code}`',
  '`by` cannot be 24:00: the promise is judged from then until midnight':
    '`by` 不能为 24:00：约定从该时间起到午夜为止进行判断',
  'write a time from 00:00 to 23:59': '请写 00:00 到 23:59 之间的时间',
  '`atLeast` is {form}, above `atMost` {form2}: the promise can never hold':
    '`atLeast` 为 {form}，大于 `atMost` {form2}：约定永远无法满足',
  'swap the two numbers': '请交换这两个数字',
  '`atLeast` is {n}, and no table has more than {n2} rows: the promise can never hold':
    '`atLeast` 为 {n}，而表格最多 {n2} 行：约定永远无法满足',
  'write at most {n}': '请写不大于 {n} 的数字',
  'no value of `oneOf` is between the bounds: the promise can never hold':
    '`oneOf` 中没有值在上下限之间：约定永远无法满足',
  'remove `oneOf`, or the bounds': '请去掉 `oneOf`，或去掉上下限',
  'the column {name} has the name of a promise': '列 {name} 与约定同名',
  'give the column another name by `columns` of the dataset': '请用数据集的 `columns` 给该列另取名称',
  'the rows depend on `timePeriod`, which each request sends': '这些行取决于每个请求所发送的 `timePeriod`',
  'all requests must get the same rows: give the dataset a window of its own, such as `last: 24h`':
    '所有请求必须得到相同的行：请给数据集自己的时间范围，例如 `last: 24h`',
  'give the rows a window of their own, such as `last: 24h`, or promise them of a dataset':
    '请给这些行自己的时间范围，例如 `last: 24h`，或在数据集上约定',
  'a JSON document has no rows': 'JSON 文档没有行',
  'remove `expect`': '请去掉 `expect`',
  'the rows depend on `parameters`': '这些行取决于 `parameters`',
  'promise them of a dataset': '请在数据集上约定',
  'promise it of a dataset': '请在数据集上约定',
  '{name} is no number: the promise can never hold': '{name} 不是数字：约定永远无法满足',
  'write `oneOf`, `unique` or `blank`': '请写 `oneOf`、`unique` 或 `blank`',

  // Broken promises, which check finds in the files of data/
  'the promise is broken: {part}': '约定未满足：{part}',
  'correct the data, or the promise': '请改正数据，或修改约定',
  'the newest row is from {values}, {part} old; promised within {form}':
    '最新一行的时间是 {values}，已过去 {part}；约定不超过 {form}',
  'no row has a time in {name}; promised within {form}': '列 {name} 中没有任何时间；约定最新一行不超过 {form}',
  'no row of today is there at {form}, and the newest is from {values}; promised by {form2}':
    '到 {form} 还没有今天的数据，最新一行的时间是 {values}；约定 {form2} 之前到齐',
  '{n} row{s}; promised at least {n2}': '有 {n} 行；约定至少 {n2} 行',
  '{n} row{s}; promised at most {n2}': '有 {n} 行；约定最多 {n2} 行',
  '{name} is {values} in {part}; promised at least {form}': '{part}的 {name} 是 {values}；约定不小于 {form}',
  '{name} is {values} in {part}; promised at most {form}': '{part}的 {name} 是 {values}；约定不大于 {form}',
  "{name} is '{values}' in {part}; promised one of {values2}": '{part}的 {name} 是“{values}”；约定只能是 {values2}',
  "{name} has '{values}' again in {part}; promised no value twice": '{part}的 {name} 又出现了“{values}”；约定不重复',
  '{name} is blank in {part}; promised never': '{part}的 {name} 为空；约定不能为空',
  "{name} is '{values}' in {part}, which is no number": '{part}的 {name} 是“{values}”，不是数字',
  'line {n}': '第 {n} 行',
  'row {n}': '第 {n} 行数据',
  'line {n} and in {n2} more': '第 {n} 行（另有 {n2} 行如此）',
  'row {n} and in {n2} more': '第 {n} 行数据（另有 {n2} 行如此）',
  '{n} d': '{n} 天',
  '{n} d {n2} h': '{n} 天 {n2} 小时',
  '{n} h {n2} min': '{n} 小时 {n2} 分钟',

  // The receivers of alarms
  'nobody gets the alarms': '没有人接收告警',
  'add `email`, `topic` or `webhook`': '请添加 `email`、`topic` 或 `webhook`',
  'the topic is in {form}, and the stack in {form2}': '主题位于 {form}，而堆栈位于 {form2}',
  'name a topic of the region of the stack': '请写堆栈所在区域的主题',
  '`alarms.silence` cannot be {form}': '`alarms.silence` 不能为 {form}',
  'write a multiple of 5m, from 5m to 24h': '请写 5m 的倍数，从 5m 到 24h',
  '{key} does not say where the address is kept; is it the address itself?':
    '{key} 没有说明地址保存在哪里；它是不是地址本身？',

  // The descriptions of alarms
  'A promise has changed, and its message could not be sent or written down. The log lines of the functions say why':
    '约定的状态有变化，但消息未能发送或保存。函数的日志说明了原因',
  'Functions cannot use the shared cache. The log lines of the functions say why':
    '函数无法使用共享缓存。函数的日志说明了原因',
  'The wall is open, and no component has asked. The screens are off, or cannot reach the API':
    '大屏处于开放时间，但没有组件发来请求。屏幕已关闭，或无法访问 API',
  'The webhook has not accepted a message. The log of its function says why':
    'Webhook 没有接受消息。其函数的日志说明了原因',
  'The certificate of the domain expires soon, and was not renewed': '域名的证书即将到期，且尚未续期',
  'The function crashed, ran out of memory or exceeded its timeout': '函数崩溃、内存不足或超时',
  'Lambda refused requests: the concurrency of the account, or the concurrency reserved for the function, is used up':
    'Lambda 拒绝了请求：账号或为该函数预留的并发已用完',
  'One request in a hundred takes over 80 % of the timeout: a source is slow':
    '每百个请求中有一个用时超过超时的 80 %：某个数据源很慢',
  'Requests fail again and again, so that a component stays blank. One cause is a file that cannot be read: the log lines of the functions say which component fails, and why':
    '请求反复失败，组件一直空白。原因之一是文件无法读取：函数的日志说明了哪个组件失败以及原因',
  'Far more requests than the screens of the wall send: somebody else sends requests, and every request costs money. The access log has the addresses of the senders':
    '请求远多于大屏屏幕所发送的：有其他人在发送请求，而每个请求都有费用。访问日志中有发送者的地址',
  'Many requests are refused: for a wrong or missing token, for an endpoint that does not exist, or because of the throttle. The access log has the addresses of the senders, and the log lines of the functions have the reasons':
    '许多请求被拒绝：令牌错误或缺失、接口不存在，或达到限流。访问日志中有发送者的地址，函数的日志中有原因',

  // verify
  'Broken promises': '未满足的约定',

  // The estimate of the cost
  '{n} scheduled call{s}': '{n} 次定时调用',

  // The words of the schema
  'a map of `email`, `topic` or `webhook` and, if you like, `silence`, `screens` and `refresh`, such as `{ email: ops@example.com }`':
    '`email`、`topic` 或 `webhook` 的映射，可选 `silence`、`screens` 和 `refresh`，例如 `{ email: ops@example.com }`',
  'the ARN of a topic: arn:aws:sns:<region>:<account>:<name>': '主题的 ARN：arn:aws:sns:<region>:<account>:<name>',
  'a map of `place` and `form`, such as `{ place: ssm:/ops/hook, form: slack }`':
    '`place` 和 `form` 的映射，例如 `{ place: ssm:/ops/hook, form: slack }`',
  'the place of the address, ssm:/path; never the address itself': '地址保存的位置，ssm:/路径；不要写地址本身',
  '`dingtalk`, `feishu`, `wecom`, `slack`, `teams` or `json`':
    '`dingtalk`、`feishu`、`wecom`、`slack`、`teams` 或 `json`',
  'a multiple of 5m up to 24h, such as 15m': '5m 的倍数，最长 24h，例如 15m',
  'a map of promises, such as `{ newest: { of: Created at, within: 2h }, rows: { atLeast: 1 } }`':
    '约定的映射，例如 `{ newest: { of: Created at, within: 2h }, rows: { atLeast: 1 } }`',
  'a map of `of`, the column of the times, and `within`, such as `{ of: Created at, within: 2h }`':
    '映射：`of` 为时间所在的列，以及 `within`，例如 `{ of: Created at, within: 2h }`',
  'the name of a column of the dataset, or its number': '数据集中列的名称或序号',
  'a duration, such as 2h': '时长，例如 2h',
  "days and a time in quotes, such as 'Mon-Fri 08:30'": "星期和时间，加引号，例如 'Mon-Fri 08:30'",
  'a map of `atLeast` or `atMost`, such as `{ atLeast: 1 }`': '`atLeast` 或 `atMost` 的映射，例如 `{ atLeast: 1 }`',
  'a whole number of rows, from 0': '行数，不小于 0 的整数',
  'a map from columns of the dataset to promises, such as `{ amount: { atLeast: 0 } }`':
    '从数据集的列到约定的映射，例如 `{ amount: { atLeast: 0 } }`',
  'a map of `atLeast`, `atMost`, `oneOf`, `unique` or `blank`, such as `{ atLeast: 0 }`':
    '`atLeast`、`atMost`、`oneOf`、`unique` 或 `blank` 的映射，例如 `{ atLeast: 0 }`',
  'a number, such as 0': '数字，例如 0',
  'a number, such as 5000': '数字，例如 5000',
  'a list of at least one text or number': '至少一个文本或数字的列表',
  'the word true': '单词 true',

  'true, or false for the time in which the wall is open': 'true；只在大屏开放时间内判断则写 false',
  'a map from columns of the component to promises, such as `{ value: { atLeast: 1000 } }`':
    '从组件的列到约定的映射，例如 `{ value: { atLeast: 1000 } }`',
  '`en` or `zh`': '`en` 或 `zh`',
};
