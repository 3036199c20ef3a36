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
  'write names in backquotes: `name`': '名称请用反引号：`name`',
  'the statement is not a SELECT': '该语句不是 SELECT',
  'correct the statement here, or put what MySQL accepts and check does not know into a view':
    '请改正此处的语句；MySQL 接受而 check 不认识的写法可放入视图',
} as const;
