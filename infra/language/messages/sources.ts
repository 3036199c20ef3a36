/** Sentences of functions about requests, files, results of queries, and other sources. */
export const SOURCE_MESSAGES = {
  // Requests
  'is missing': '缺少',
  'send {name} once': '{name} 只发送一次',
  'is given twice with different text': '出现两次且内容不同',
  "is given twice with different text: '{text}' and '{text2}'": '出现两次且内容不同：“{text}”和“{text2}”',
  'send {path}, {part}': '请发送 {path}，{part}',
  'send {path} as {part}': '请把 {path} 作为{part}发送',
  'the body looks like JSON: send it with content-type: application/json':
    '请求体像是 JSON：发送时请加上 content-type: application/json',
  'Invalid request: {detail}.': '请求无效：{detail}。',
  'the event is not a request of an HTTP API (payload format 2.0)': '事件不是 HTTP API 的请求（payload 格式 2.0）',
  'The event is not a request of an HTTP API (payload format 2.0).': '事件不是 HTTP API 的请求（payload 格式 2.0）。',
  'invoke the function through its API; to keep it warm, send the event { "wallfeed": "warm-up" }':
    '请通过 API 调用函数；要保持预热，请发送事件 { "wallfeed": "warm-up" }',
  'The request cannot be read: {part}.': '无法读取请求：{part}。',
  'send application/json, application/x-www-form-urlencoded or multipart/form-data':
    '请发送 application/json、application/x-www-form-urlencoded 或 multipart/form-data',
  "The content-type '{text}' is not supported": '不支持 content-type “{text}”',
  'The body has no content-type': '请求体没有 content-type',
  'the body has {n} bytes; at most {n2} are allowed': '请求体为 {n} 字节，最多允许 {n2} 字节',
  'send currentTime, timePeriod and token only': '请只发送 currentTime、timePeriod 和 token',
  'The request is too large: {part}.': '请求过大：{part}。',
  'the endpoint takes {names}, not {path}': '接口接受 {names}，不接受 {path}',
  'send {names}, or name the front end by `client` in dashboard.yml':
    '请用 {names}，或在 dashboard.yml 中用 `client` 写明前端',
  'The method is not allowed: {part}.': '不允许该方法：{part}。',
  "no endpoint is called '{text}'": '没有名为“{text}”的接口',
  "the endpoint '{text}' is at {path}": '接口“{text}”的地址为 {path}',
  'copy the address from the list of endpoints; an endpoint with an invalid definition is not served':
    '请从接口列表中复制地址；定义无效的接口不提供服务',
  'The address is not known: {part}.': '没有这个地址：{part}。',
  'The token of this endpoint cannot be read.': '无法读取该接口的令牌。',
  'The API key of this endpoint cannot be read.': '无法读取该接口的 API 密钥。',

  // Files and documents
  'too little time is left to finish reading the source': '剩余的时间不足以读完数据源',
  'set `memory: {n}` in the dashboard file, which also gives the function more CPU, or {part}':
    '请在 dashboard.yml 中设置 `memory: {n}`，函数的 CPU 也会增加；或者{part}',
  'The source takes too long: {part}.': '读取数据源的时间过长：{part}。',
  'The rows were not found: {detail}.': '没有找到数据行：{detail}。',
  'is {part}, so it has no {name}': '是{part}，因此没有 {name}',
  'has no {name}': '没有 {name}',
  'is {part}, not a map': '是{part}，不是映射',
  'is {part}, not a list': '是{part}，不是列表',
  'is {part}, not a list of rows': '是{part}，不是由行组成的列表',
  'is {part}, not a row': '是{part}，不是一行',
  'the map is empty': '映射是空的',
  'for a row of each of its entries write .* behind the path': '要把每一项作为一行，请在路径后加上 .*',
  'name a list of the row': '请写行中的一个列表',
  'the joined file has {n} MB, and at most {n2} MB are read': '连接的文件为 {n} MB，最多读取 {n2} MB',
  'join a smaller file: it needs one row for each key': '请连接更小的文件：每个键只需要一行',
  'The files of the list have different columns: {detail}.': '列表中各文件的列不同：{detail}。',
  'The files differ: {detail}.': '各文件不同：{detail}。',
  'save the file as UTF-8': '请把文件保存为 UTF-8',
  'uncompress the file with gunzip, and upload it as plain text': '请用 gunzip 解压文件，以纯文本上传',
  'try again in some minutes: S3 redirects requests while a bucket is new or has moved':
    '请几分钟后重试：存储桶新建或迁移期间，S3 会重定向请求',
  'try again; if the error persists, upload the file again': '请重试；如果错误仍然存在，请重新上传文件',
  'try again; if the error persists, renew the credentials of the function':
    '请重试；如果错误仍然存在，请更新函数的凭证',
  '{path} {part}, unlike {path2}': '{path} {part}，与 {path2} 不同',
  'has no column {name}': '没有列 {name}',
  'has another type of {name}': '的列 {name} 类型不同',
  'has the column {name}': '多出列 {name}',
  'write all files with the same columns of the same types, or name fewer files':
    '请使所有文件的列和类型相同，或减少文件',

  // Columns and rows
  '{n} make {n2} pairs; `fill` allows at most {n3} with the memory of this function':
    '{n} 组合为 {n2} 对；以该函数的内存，`fill` 最多允许 {n3} 对',
  "the result has more than one column '{text}'": '结果有不止一列“{text}”',
  'give each column its own name with AS, or write the position of the column':
    '请用 AS 为每列取不同的名称，或写列的位置',
  'round the cells to fewer decimals, or take their average': '请减少单元格的小数位数，或取平均值',
  'take the percentage of a column with larger numbers, or leave the row out with `where`':
    '请对数值更大的列取百分比，或用 `where` 去掉该行',
  '`fill`, `running` and `moving` need times with a date, such as 2026-11-20 08:31':
    '`fill`、`running` 和 `moving` 需要带日期的时间，例如 2026-11-20 08:31',
  'give the file a header, or say header: none if its first line is a row':
    '请给文件加上表头；如果第一行就是数据，请写 header: none',
  'name the columns of a file without a header by position: 1 is the first column':
    '没有表头的文件请用位置写列：1 为第一列',
  'the file has no {path}': '文件没有 {path}',
  'the header has one line: name its lines, such as header: [1, 2]': '表头为一行：请写明表头各行，例如 header: [1, 2]',
  'the header has {n} lines: name its lines, such as header: [1, 2]':
    '表头为 {n} 行：请写明表头各行，例如 header: [1, 2]',
  'divide by a larger number, or leave the row out with `where`': '请除以更大的数，或用 `where` 去掉该行',
  '{part}, or take an aggregate that is 0 without values: sum, count or distinct':
    '{part}，或用没有值时为 0 的汇总：sum、count 或 distinct',
  '{name} has more than {n} values': '{name} 的值超过 {n} 个',
  'limit the rows with `where` or `window`, or aggregate the column in another way':
    '请用 `where` 或 `window` 限制行，或用其他方式汇总该列',
  'percentiles have more than {n} values': '百分位数的值超过 {n} 个',
  'narrow the window, or let SQL aggregate': '请缩小时间范围，或用 SQL 汇总',
  'leave the rows with the largest numbers out with `where`': '请用 `where` 去掉数值最大的行',
  'sort by one of {names}': '请按其中之一排序：{names}',
  "sort names '{text}', but the component has no such column": 'sort 写了“{text}”，但组件没有这一列',
  'must be a Number or the text of one': '应为数字或数字文本',
  'must be an Object without fields': '应为没有字段的对象',
  'breaks {name}': '不符合 {name}',
  'is unknown; this component has no options': '未知：该组件没有选项',
  'the table has {part}; expected {part2}': '表格有{part}，应有{part2}',

  // The Data API and Athena
  'enable the Data API (HTTP endpoint) of the cluster': '请启用集群的 Data API（HTTP 端点）',
  'try again in about 15 seconds; if the error persists, check whether the cluster is stopped':
    '请约 15 秒后重试；如果错误仍然存在，请检查集群是否已停止',
  'allow the function’s role to read the stored user and password, and check that both exist':
    '请允许函数的角色读取保存的用户名和密码，并确认两者都存在',
  'correct the user and password that are stored for the database': '请改正为数据库保存的用户名和密码',
  'correct the name of the database, or create it': '请改正数据库名称，或创建数据库',
  'grant the user of the database the right to read what the query names': '请授予数据库用户读取查询所用内容的权限',
  'cast the column in the query: column::text': '请在查询中转换该列：column::text',
  'the integer is beyond 9007199254740991, where a number loses digits': '整数超过 9007199254740991，会丢失位数',
  'the value is an array of arrays': '值是由数组组成的数组',
  'the form of the value is not documented for the Data API': 'Data API 的文档没有这种值的形式',
  'the column has no label, or no type': '列没有名称或类型',
  'the column has no name, or no type': '列没有名称或类型',
  'the row is not a list of values': '行不是由值组成的列表',
  'the row has {n} value{s}, and the result {n2} column{s2}': '行有 {n} 个值，而结果有 {n2} 列',
  'the statement returns no columns': '语句没有返回列',
  'end the statement with a query that returns the columns which the component reads':
    '请以返回组件所需列的查询结束语句',
  'select fewer columns, or shorter texts': '请减少列，或选取更短的文字',
  'correct `workgroup` in the dashboard file, or create the workgroup':
    '请改正 dashboard.yml 中的 `workgroup`，或创建该工作组',
  'give the workgroup managed query results, or a location that the function may write to':
    '请为工作组启用托管的查询结果，或设置函数可以写入的位置',
  'enable the workgroup': '请启用工作组',
  'set `cache` of the dataset to more time than the query takes, or let the query read less':
    '请把数据集的 `cache` 设为长于查询所需的时间，或让查询读取更少的数据',
  'try again: the next request finds its result': '请重试：下一个请求会得到其结果',
  'The reply of the source is invalid: {part}.': '数据源的回复无效：{part}。',
  'try again; if the error persists, check that no proxy answers in place of Amazon Athena':
    '请重试；如果错误仍然存在，请确认没有代理代替 Amazon Athena 回答',
  'name the partition column in WHERE, or raise `scan` in the dashboard file':
    '请在 WHERE 中写明分区列，或提高 dashboard.yml 中的 `scan`',
  'let the query read less: fewer days, fewer groups, no order by':
    '请让查询读取更少的数据：减少天数和分组，不用 order by',
  'give the function’s role the right to read the tables in Glue, and their files in S3':
    '请授予函数的角色读取 Glue 中的表及其 S3 文件的权限',
  'the query runs again in a minute; find out who stops queries in its workgroup':
    '查询会在一分钟后重新运行；请查明是谁停止了其工作组中的查询',
  'correct the location of the table, or upload its files': '请改正表的位置，或上传其文件',
  'read the log of the function, or run wallfeed query <dataset>': '请查看函数的日志，或运行 wallfeed query <dataset>',
  'the result has more than {n} rows': '结果超过 {n} 行',
  'aggregate in the query: group by what the components show': '请在查询中汇总：按组件显示的内容分组',
  'the reply has no {name}': '回复没有 {name}',
  'the value is not text': '值不是文本',
  'write a SELECT that returns columns': '请写返回列的 SELECT',
  'the reply has no valid token for the next page': '回复没有有效的下一页标记',
  'the result has more than {n} pages': '结果超过 {n} 页',
  'dataset {name} received requests for too many time windows': '数据集 {name} 收到的请求有过多的时间范围',
  'give the dataset a `window` of its own, such as `window: { last: 24h }`':
    '请给数据集加上自己的 `window`，例如 `window: { last: 24h }`',
};
