/** Sentences about databases: their engines, versions and zones, and the SQL of MySQL. */
export const DATABASE_MESSAGES = {
  // dashboard.yml
  'a map of `cluster`, `secret` and `name` for a database that you have, or of `subnets`, `securityGroup` and `engineVersion` for the one that the stack makes; `engine: mysql` says that it is Aurora MySQL':
    '映射：已有的数据库写 `cluster`、`secret` 和 `name`，由堆栈创建的数据库写 `subnets`、`securityGroup` 和 `engineVersion`；Aurora MySQL 加写 `engine: mysql`',
  'mysql for Aurora MySQL, or postgresql for Aurora PostgreSQL':
    'mysql（Aurora MySQL）或 postgresql（Aurora PostgreSQL）',
  'the IANA zone in which the database keeps times without an offset, such as Asia/Shanghai; :from and :to are sent in this zone':
    '数据库中不带偏移量的时间所用的 IANA 时区，例如 Asia/Shanghai；:from 和 :to 按此时区发送',
  'env: and the name of a variable with the URL of a database that check and start query, such as env:SALES_URL for mysql://user:password@127.0.0.1:3306/sales':
    'env: 加环境变量名，变量值为 check 和 start 所查询数据库的 URL，例如 env:SALES_URL，其值为 mysql://user:password@127.0.0.1:3306/sales',
  "a version of Aurora PostgreSQL in quotes, major and minor, such as '17.7', which has long-term support, or a version of Aurora MySQL from 3.08 on":
    "Aurora PostgreSQL 的主次版本号，加引号，例如 '17.7'（长期支持版本）；或 Aurora MySQL 3.08 及以上的版本",
  "'{version}' is no version of {engine}": '“{version}”不是 {engine} 的版本',
  'for Aurora MySQL, add `engine: mysql`': 'Aurora MySQL 请加写 `engine: mysql`',
  '{engine} {version} cannot pause at 0 capacity units, or is not on offer':
    '{engine} {version} 不能在 0 容量单位时暂停，或不可选用',

  // Results
  'the type {name} of the column is unknown': '该列的类型 {name} 未知',
  'cast the column in the query: {code}': '请在查询中转换该列的类型：{code}',
  'for Aurora MySQL, write `engine: mysql` under `database` in dashboard.yml':
    'Aurora MySQL 请在 dashboard.yml 的 `database` 下写 `engine: mysql`',

  // A database on this machine
  'this machine has no MySQL server: install mariadb-server (apt-get install mariadb-server), or name a server in `database.local`':
    '本机没有 MySQL 服务器：请安装 mariadb-server（apt-get install mariadb-server），或在 `database.local` 中指定服务器',
  'the statements were not tried in a database': '语句未在数据库中试运行',
  'the environment variable {name} is no URL that begins with {protocol}://':
    '环境变量 {name} 不是以 {protocol}:// 开头的 URL',
  'the server of env:{name} cannot be reached': '无法连接 env:{name} 的服务器',
  'the server did not start: {reason}': '服务器没有启动：{reason}',
  'the server has ended': '服务器已结束',
  'correct this on the machine that serves the dashboard': '请在提供大屏服务的机器上改正',
  'until then endpoints with sql respond with SOURCE_THROTTLED, and all others are served':
    '在此之前，带 sql 的接口返回 SOURCE_THROTTLED，其他接口照常提供',
  'the *.sql files of data/ are not run in the database of env:{name}, where nothing is written':
    'data/ 中的 *.sql 文件不会在 env:{name} 的数据库中运行，也不会写入任何内容',
  'create its tables yourself, or leave `database.local` out for a database with the files':
    '请自行创建表，或去掉 `database.local`，使用装有这些文件的数据库',
  'Aurora MySQL refuses the statement: it selects columns beside totals, and has no GROUP BY':
    'Aurora MySQL 会拒绝该语句：它在汇总之外选取了列，却没有 GROUP BY',
  'name the columns in GROUP BY, or write max(column)': '请在 GROUP BY 中写明这些列，或写 max(column)',
  'Aurora MySQL may refuse the statement: {name} is neither grouped nor aggregated':
    'Aurora MySQL 可能拒绝该语句：{name} 既没有分组，也没有汇总',
  'name the column in GROUP BY, or write max(column); it may stay if the groups have the key of its table':
    '请在 GROUP BY 中写明该列，或写 max(column)；如果分组含有该表的主键，则可保留',
  'MariaDB cannot run the statement: {error}': 'MariaDB 不能运行该语句：{error}',
  'Aurora MySQL may accept it: it has JSON arrows, LATERAL, frames and functions of MySQL 8 that MariaDB lacks':
    'Aurora MySQL 可能接受：它有 MariaDB 没有的 JSON 箭头、LATERAL、OVER 的范围和 MySQL 8 的函数',
  'the statement fails with the rows of the database: {message}': '该语句对数据库中的行执行失败：{message}',
  'the database has no table': '数据库中没有表',
  'the database has the tables {tables}': '数据库有表 {tables}',
  'the server ended the session': '服务器结束了会话',
  'compare the statement with the tables of the database': '请将语句与数据库的表对照',
  'times without an offset are read in {zone}': '不带偏移量的时间按 {zone} 读取',
  'Aurora MySQL has no zone {zone} for its sessions: now() and columns of TIMESTAMP are in UTC there':
    'Aurora MySQL 的会话没有时区 {zone}：其中 now() 和 TIMESTAMP 列均为 UTC',
  'keep times in columns of DATETIME, or leave `database.timezone` out':
    '请把时间存为 DATETIME 列，或去掉 `database.timezone`',

  // Parameters
  'Value of parameter {name} is not a DECIMAL': '参数 {name} 的值不是 DECIMAL',
  'Value of parameter {name} is not a {kind}: its format is {format}': '参数 {name} 的值不是 {kind}：其格式为 {format}',
  'Unknown type hint {kind} of parameter {name}': '参数 {name} 的类型提示 {kind} 未知',
  'Array parameters are not supported.': '不支持数组参数。',
  'Cannot find parameter: {name}': '找不到参数：{name}',

  // Clusters
  '`database.cluster` is {engine}, and dashboard.yml says {engine2}: {arn}. {part}':
    '`database.cluster` 是 {engine}，而 dashboard.yml 写的是 {engine2}：{arn}。{part}',
  'The Data API of `database.cluster` is switched off. Switch it on: aws rds enable-http-endpoint --resource-arn {arn} --region {region}':
    '`database.cluster` 的 Data API 已关闭。请开启：aws rds enable-http-endpoint --resource-arn {arn} --region {region}',
  'There is no cluster {arn}: correct `database.cluster`, or create the cluster':
    '没有集群 {arn}：请改正 `database.cluster`，或创建该集群',
  'warning: the cluster of `database.cluster` is {status}: endpoints with sql fail until it is available':
    '警告：`database.cluster` 的集群状态为 {status}：在其可用之前，带 sql 的接口会失败',
  'warning: the cluster of `database.cluster` was not examined: {reason}':
    '警告：未检查 `database.cluster` 的集群：{reason}',
  'these seeds were not applied': '这些初始数据未曾应用',

  // Statements
  'a source may not call {name}': '数据源不能调用 {name}',
  'leave it out: it waits, locks or reads files of the server': '请去掉：它会等待、加锁或读取服务器的文件',
  '{name} is a variable': '{name} 是变量',
  'a source has no variables; parameters are named: {names}': '数据源没有变量；参数须用名称：{names}',
  'a comment that MySQL runs': '这是 MySQL 会执行的注释',
  'write the statement without /*! and */; hints are written /*+ ... */': '请去掉 /*! 和 */；优化器提示写作 /*+ ... */',
  'INTO writes the result elsewhere': 'INTO 会把结果写到别处',
  'MySQL has no {name}': 'MySQL 没有 {name}',
  'MySQL has no function {name}': 'MySQL 没有函数 {name}',
  'MySQL writes intervals in another way': 'MySQL 的时间间隔写法不同',
  '|| means OR in MySQL': '|| 在 MySQL 中表示“或”',
  'a text in double quotes is no name in MySQL': '双引号中的文本在 MySQL 中不是名称',
  '{name} is a word of MySQL 8, and no name': '{name} 是 MySQL 8 的保留字，不能作名称',
  'write the name in backquotes: `{code}`': '请给名称加反引号：`{code}`',
  'write names in backquotes: `name`': '名称请用反引号：`name`',
  'write {calls}': '请写 {calls}',
  'write cast(value as signed), or as decimal(10,2), char, date, datetime':
    '请写 cast(value as signed)，或 as decimal(10,2)、char、date、datetime',
  'write like: it ignores case unless the collation says otherwise': '请写 like：除非排序规则另有规定，它不区分大小写',
  'write order by value is null, value': '请写 order by value is null, value',
  'write a left join, union, and a right join': '请写 left join、union 和 right join',
  'write interval {n} {unit}': '请写 interval {n} {unit}',
  'write limit {n}': '请写 limit {n}',
  'write limit {n} at the end': '请在末尾写 limit {n}',
  'write limit {n} offset {n2}': '请写 limit {n} offset {n2}',
  "write rlike '{text}'": "请写 rlike '{text}'",
  'write with recursive': '请写 with recursive',
  'write row_number() in a subquery': '请在子查询中写 row_number()',
  "write interval '{text}'": "请写 interval '{text}'",
  'write group by rollup (a, b)': '请写 group by rollup (a, b)',
  'write /: it divides integers to integers': '请写 /：它把整数相除得到整数',
  'select from a subquery with row_number(), and name the row in its WHERE':
    '请从带 row_number() 的子查询中选取，并在外层的 WHERE 中指定行',
  'write current_date': '请写 current_date',
  "write at + interval '{text}'": "请写 at + interval '{text}'",
  "write at - interval '{text}'": "请写 at - interval '{text}'",
  'write date - date': '请写 date - date',
  'write case when condition then a else b end': '请写 case when condition then a else b end',
  "write value -> '{text}'": "请写 value -> '{text}'",
  "write ~ '{text}'": "请写 ~ '{text}'",
  'the statement is not a SELECT': '该语句不是 SELECT',
  'correct the statement here, or put what MySQL accepts and check does not know into a view':
    '请改正此处的语句；MySQL 接受而 check 不认识的写法可放入视图',
} as const;
