/** Reasons why sources and settings are refused. */
export const REASON_MESSAGES = {
  'the credentials of the function have expired': '函数的凭证已过期',
  'the database has no connection left': '数据库没有剩余的连接',
  'the database stopped the query': '数据库停止了查询',
  'the database refused the user and password': '数据库拒绝了用户名和密码',
  'the query conflicted with changes by another one': '查询与另一个查询的更改冲突',
  'the connection to the database broke': '与数据库的连接中断',
  'the database is starting or stopping': '数据库正在启动或停止',
  'the cluster has no such database': '集群中没有这个数据库',
  'the user of the database may not read a table': '数据库用户无权读取其中的表',
  'the query names an unknown column': '查询使用了未知的列',
  'the query names an unknown table': '查询使用了未知的表',
  'the query has a syntax error': '查询有语法错误',
  'the query compares with a text that is no time or number': '查询与既不是时间也不是数字的文本比较',
  '{part} ({path})': '{part}（{path}）',
  'the database was paused and is resuming': '数据库已暂停，正在恢复',
  'the Data API returns at most 1 MiB, and 64 KB for each row': 'Data API 最多返回 1 MiB，每行最多 64 KB',
  'the Data API of the cluster is switched off': '集群的 Data API 已关闭',
  'the cluster accepts no calls at the moment': '集群目前不接受调用',
  'the stored user and password of the database cannot be read': '无法读取为数据库保存的用户名和密码',
  'the Data API cannot return the result ({error})': 'Data API 无法返回结果（{error}）',
  'the Data API cannot return the result': 'Data API 无法返回结果',
  'leave infinite times out in the query: case when isfinite(at) then at end':
    '请在查询中去掉无穷的时间：case when isfinite(at) then at end',
  'S3 redirected the request': 'S3 重定向了请求',
  'the percentage is larger than a number holds': '百分比超出数字的范围',
  'the time has no date': '时间没有日期',
  '`constant` cannot be empty: {name} is no text': '`constant` 不能为空：{name} 不是文本',
  'add the value to the map, or set else for all other cells, or leave the row out with `where`':
    '请把该值加入对应表，或为其他单元格设置 else，或用 `where` 去掉该行',
  'the result of the formula is larger than a number holds': '公式的结果超出数字的范围',
  'the deviation is larger than a number holds': '标准差超出数字的范围',
  'say where {name} comes from: `columns: { {name2}: a column of the file }`':
    '请写明 {name} 的来源：`columns: { {name2}: a column of the file }`',
  'The request is too old or too new: {part}.': '请求的时间过早或过晚：{part}。',
  'send the current time, and correct the clock': '请发送当前时间，并校正时钟',
  'a page of 1 000 rows is over the limit of 8 MB or the function’s memory':
    '一页 1 000 行超过了 8 MB 的限制或函数的内存',
  'Athena has no such workgroup': 'Athena 没有这个工作组',
  'the workgroup has no location for results, or the function may not write there':
    '工作组没有结果的位置，或函数无权写入',
  'the workgroup is switched off': '工作组已停用',
  'the query takes longer than its slot of {duration}': '查询的时间超过其时段 {duration}',
  'the query is queued behind others': '查询正在排队',
  'the query is still running': '查询仍在运行',
  'the query scans more than its workgroup allows': '查询扫描的数据超过工作组允许的上限',
  'the query takes more memory or time than Athena allows for one query':
    '查询所需的内存或时间超过 Athena 对单个查询的上限',
  'the query reads tables or files that the function may not read': '查询读取了函数无权读取的表或文件',
  'Athena or its catalogue was too busy': 'Athena 或其目录过于繁忙',
  'Athena failed while it ran the query': 'Athena 运行查询时出错',
  'somebody stopped the query': '有人停止了查询',
  'the bucket or prefix of a table does not exist': '表的存储桶或前缀不存在',
  'must match {code}': '应符合 {code}',
  'a variable in a variable: {name}': '变量中又有变量：{name}',
  'Old versions of functions stay: {error}': '函数的旧版本仍然保留：{error}',
  "--snapshot {name}: there is no such snapshot; this stack's snapshots are: {names}":
    '--snapshot {name}：没有这个快照；该堆栈的快照有：{names}',
  '{part}, or --snapshot {name} for an empty database': '{part}；要使用空数据库，请写 --snapshot {name}',
  '{path} is no package of Wallfeed: it has no {path2}. The command package writes one':
    '{path} 不是 Wallfeed 的程序包：其中没有 {path2}。程序包由命令 package 生成',
  'Buckets outside of the stack were not looked for: {error}': '没有查找堆栈以外的存储桶：{error}',
  'a request {part} gets status {n} instead of 401': '{part}的请求得到状态码 {n}，而不是 401',
  'the source fails, and an earlier body was sent: no reason given': '数据源出错，发送了较早的响应体：没有说明原因',
  'parameters are named: {params}': '参数须有名称：{params}',
  'not SQL: {error}': '不是有效的 SQL：{error}',
  'not JavaScript: {error}': '不是有效的 JavaScript：{error}',
  'write a `step` that divides the range, such as {value}': '请写能整除该范围的 `step`，例如 {value}',
  '{key} cannot be {value} for a shared cache': '使用共享缓存时 {key} 不能为 {value}',
  'choose another region, or files instead of SQL': '请选择其他区域，或用文件代替 SQL',
  'did you mean {name}, which it has?': '是否应为其中的 {name}？',
  'give each its own: {code}': '请分别写明：{code}',
  'no endpoint uses the dataset {name}': '没有接口使用数据集 {name}',
  'it has no line breaks, so it is no log': '它没有换行，因此不是日志',
  "--set must be names and prices, such as query=0.38, not '{text}'; names: {names}":
    '--set 应为名称和价格，例如 query=0.38，现为“{text}”；名称：{names}',
  'the dataset {name}: {part}': '数据集 {name}：{part}',
  "leave `at time zone` out, or write (...) at time zone '{text}' around it":
    '请去掉 `at time zone`，或在外面写 (...) at time zone “{text}”',
  "leave `at time zone` out, or write ({code}) at time zone '{text}' around it":
    '请去掉 `at time zone`，或在外面写 ({code}) at time zone “{text}”',
  "write to_char({code} at time zone '{text}', 'YYYY-MM-DD HH24:MI')":
    "请写 to_char({code} at time zone '{text}', 'YYYY-MM-DD HH24:MI')",
  'must have at most {n} fields': '最多可有 {n} 个字段',
  'must have at most {n} fields; found {found}': '最多可有 {n} 个字段，现为{found}',
  "the template's function {name} has no code {name2}": '模板的函数 {name} 没有程序 {name2}',
  '{name} has no schema for {name2}': '{name} 没有 {name2} 的模式',
  'the catalogue has no component {name}': '目录中没有组件 {name}',
  'there is no kind of source {name}': '没有这种数据源：{name}',
  'the page has no table with the head {name}': '页面没有表头为 {name} 的表格',
  'a part of the file is missing': '文件缺少一部分',
  'the client {name} is missing': '缺少前端 {name}',
  'there are no validators of {name}': '没有 {name} 的校验器',
  'give --component and --url together, such as --component "Bar Chart" --url https://data.example.com/x':
    '请同时给出 --component 和 --url，例如 --component "Bar Chart" --url https://data.example.com/x',
  'column {n} must be {name} ({part}); your columns are {names}': '第 {n} 列应为 {name}（{part}），现有的列为 {names}',
  "AWS cannot move the stack's database to another VPC. {part} dashboard.yml. To move the database, deploy once without the endpoints that have SQL: AWS keeps a last snapshot. Then deploy with them, and restore the snapshot":
    'AWS 不能把堆栈的数据库移到另一个 VPC。请在 dashboard.yml 中{part}。要移动数据库，请先不带使用 SQL 的接口部署一次：AWS 会保留最后一个快照；然后带上这些接口部署，并恢复快照',
  'Take subnets and securityGroup out of': '去掉 subnets 和 securityGroup',
  'Put subnets and securityGroup back into': '加回 subnets 和 securityGroup',

  // AWS
  'the Data API did not accept the call': 'Data API 没有接受调用',
  'read the reason in the log, and check `database` in the dashboard file':
    '请在日志中查看原因，并检查 dashboard.yml 中的 `database`',
  'there is no such cluster, or no such database in it': '没有这个集群，或集群中没有这个数据库',
  'correct `cluster` and `name` of the database in the dashboard file':
    '请改正 dashboard.yml 中数据库的 `cluster` 和 `name`',
  'the bucket of the file does not exist': '文件的存储桶不存在',
  'correct `bucket` in the dashboard file, or make the bucket again and upload the files':
    '请改正 dashboard.yml 中的 `bucket`，或重新创建存储桶并上传文件',
  'the KMS key of the file is disabled': '文件的 KMS 密钥已停用',
  'the KMS key of the file does not exist': '文件的 KMS 密钥不存在',
  'the KMS key of the file cannot be used now': '文件的 KMS 密钥现在不可用',
  'the file is archived in S3 Glacier': '文件已归档到 S3 Glacier',
  'restore the file, or upload it again in the storage class Standard': '请恢复文件，或以 Standard 存储类别重新上传',
  'the function may not use the KMS key of the file': '函数无权使用文件的 KMS 密钥',
  'name the key as `key` in the dashboard file and deploy, and allow the function’s role in the policy of the key':
    '请在 dashboard.yml 中把密钥写为 `key` 并部署，并在密钥的策略中允许函数的角色',

  // Databases of this machine
  'the database cannot be reached, so that the statement was not tried': '无法连接数据库，因此没有检查该语句',
  'start the server, or correct the variable': '请启动服务器，或改正该变量',
  'times without an offset are read in UTC': '没有偏移量的时间按 UTC 读取',
  'write `database: { timezone: ... }` with the zone of the database if it is another one':
    '如果数据库的时区不同，请用 `database: { timezone: ... }` 写明',
  'the environment variable {name} is empty or not set': '环境变量 {name} 为空或没有设置',
  'the environment variable {name} is no URL that begins with {path}': '环境变量 {name} 不是以 {path} 开头的 URL',
  'the server did not start: no reason given': '服务器没有启动：没有说明原因',

  // A clone
  'The thread was stopped.': '线程已停止。',
  'The demo’s exports could not be written again: {error}': '无法重新生成演示大屏的导出文件：{error}',
  '{path} is not written as two bytes': '{path} 不是以两个字节书写的',
  'Writing a lake of a million rows: {name} of the last 15 days': '正在生成一百万行的数据湖：最近 15 天的 {name}',
  'Installing DuckDB, {n} MB, which writes and reads the lake; this is done once':
    '正在安装 DuckDB（{n} MB），用于生成和读取数据湖；只需一次',
  'The lake’s files could not be written again: {error}': '无法重新生成数据湖的文件：{error}',
};
