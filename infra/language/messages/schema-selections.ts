/** The words of the schema of dashboard.yml about files, selections and queries. */
export const SCHEMA_SELECTION_MESSAGES = {
  // Files and how they are read
  'a file of data/, s3://bucket/key, a map such as `{ file, where, columns }`, or a list of such maps, whose rows are appended':
    'data/ 中的文件、s3://bucket/key、映射（例如 `{ file, where, columns }`），或这类映射的列表（各文件的行依次相连）',
  'a list of maps such as `{ file, columns }`, whose rows are appended in this order':
    '映射的列表，例如 `{ file, columns }`，各文件的行按此顺序相连',
  'a map with `file` and, if you like, how to read it and what to select from it':
    '包含 `file` 的映射，还可写明如何读取、选取什么',
  'a file of data/ or s3://bucket/key': 'data/ 中的文件或 s3://bucket/key',
  'an encoding, such as utf-8, gb18030, windows-1252 or utf-16le':
    '编码，例如 utf-8、gb18030、windows-1252 或 utf-16le',
  'one character, such as {value} or {value2}, but no quote, line break, letter or digit':
    '一个字符，例如 {value} 或 {value2}，不能是引号、换行、字母或数字',
  "the decimal mark: '.' or ','": "小数点：'.' 或 ','",
  'the line of the header, from 1, a list of two or three lines such as [2, 3], or `none` for a file without one':
    '表头所在的行（从 1 数起）、两三行的列表（例如 [2, 3]），没有表头则写 `none`',
  'the line of the header, from 1, or `none` for a file without one': '表头所在的行（从 1 数起），没有表头则写 `none`',
  'a list of two or three lines that follow each other, such as [2, 3]': '相邻两三行的列表，例如 [2, 3]',
  'a line, from 1': '行号，从 1 数起',
  "a text of 1 to 3 characters in quotes, such as '#'": "1 到 3 个字符的文本，加引号，例如 '#'",
  'a pattern of yyyy, yy, MMMM, MMM, MM, M, dd, d, EEEE, EEE, HH, H, hh, h, a, mm, ss, SSS and Z, such as dd/MM/yyyy HH:mm; `seconds`, for seconds since 1970; or a map of columns and their patterns':
    '由 yyyy、yy、MMMM、MMM、MM、M、dd、d、EEEE、EEE、HH、H、hh、h、a、mm、ss、SSS 和 Z 组成的格式，例如 dd/MM/yyyy HH:mm；或 `seconds`（1970 年以来的秒数）；或列到格式的映射',
  'a map of columns and their patterns, such as `{ Created: dd-MMM-yy }`':
    '列到格式的映射，例如 `{ Created: dd-MMM-yy }`',
  'a list of twelve names': '十二个名称的列表',
  'the name of a month': '月份的名称',
  "a text in quotes, such as '0'": "加引号的文本，例如 '0'",
  'a map: `{ ms: 1 }`': '映射：`{ ms: 1 }`',
  'a number above 0': '大于 0 的数字',
  'a map of columns, such as `{ Talk time: minutes }`': '列的映射，例如 `{ Talk time: minutes }`',
  '`milliseconds`, `seconds`, `minutes`, `hours` or `days`': '`milliseconds`、`seconds`、`minutes`、`hours` 或 `days`',
  'a map such as `{ in: seconds, form: m:ss }`': '映射，例如 `{ in: seconds, form: m:ss }`',
  'what 1:38 means: `m:ss` or `h:mm`': '1:38 的含义：`m:ss` 或 `h:mm`',
  'a list of columns: [Region]': '列的列表：[Region]',
  'a CSV file of data/ or s3://bucket/key': 'data/ 中的 CSV 文件或 s3://bucket/key',
  'a JSON file of data/, s3://bucket/key, or a map such as `{ file, rows, columns }` that takes rows from a list inside':
    'data/ 中的 JSON 文件、s3://bucket/key，或从文档内的列表取行的映射，例如 `{ file, rows, columns }`',
  'a map with `file`, and with `columns` to take rows from a list inside the document':
    '包含 `file` 的映射；要从文档内的列表取行，再加 `columns`',
  'a JSON file of data/ or s3://bucket/key': 'data/ 中的 JSON 文件或 s3://bucket/key',
  'the path of a list in the document, with dots, such as data.items, or of a map, such as sites.*; without it the document itself is the list':
    '文档中列表的路径，用点分隔，例如 data.items，或映射的路径，例如 sites.*；不写则文档本身就是列表',
  'the path of a list in the row, such as values, or of a map, such as disks.*':
    '行中列表的路径，例如 values，或映射的路径，例如 disks.*',
  'a pattern of yyyy, MMM, MM, dd, HH, mm and ss, such as dd/MM/yyyy HH:mm; or `seconds`, for seconds since 1970; or a map of keys and their patterns':
    '由 yyyy、MMM、MM、dd、HH、mm 和 ss 组成的格式，例如 dd/MM/yyyy HH:mm；或 `seconds`（1970 年以来的秒数）；或键到格式的映射',
  'a list of twelve names, if the months in `dates` are not English':
    '十二个名称的列表，用于 `dates` 中的月份不是英文的情况',
  'a list of texts that mean a blank cell: [N/A]': '表示空单元格的文本列表：[N/A]',
  'a map of the texts behind numbers and their factors: `{ ms: 1 }`': '数字后的单位到倍数的映射：`{ ms: 1 }`',
  'a map of keys with lengths of time and their units, such as `{ Talk time: minutes }`':
    '时长所在的键到单位的映射，例如 `{ Talk time: minutes }`',
  'a map of columns with lengths of time and their units, such as `{ Talk time: minutes }`':
    '时长所在的列到单位的映射，例如 `{ Talk time: minutes }`',
  'a list of keys in which a blank has the value above it: [Region]': '键的列表，其中空值取上一行的值：[Region]',
  'a list of columns in which a blank has the value above it: [Region]': '列的列表，其中空单元格取上一行的值：[Region]',
  "the decimal mark of numbers that are texts: '.' or ','": "文本形式的数字的小数点：'.' 或 ','",
  'a map such as `{ file, rows, columns }`, which takes rows from a list inside a JSON document':
    '从 JSON 文档内的列表取行的映射，例如 `{ file, rows, columns }`',
  'a pattern such as dd/MM/yyyy HH:mm, or `seconds`': '格式，例如 dd/MM/yyyy HH:mm，或 `seconds`',
  'a pattern of yyyy, MMM, MM, dd, HH, mm and ss, if the times are texts; or `seconds`, for seconds since 1970':
    '时间为文本时，由 yyyy、MMM、MM、dd、HH、mm 和 ss 组成的格式；或 `seconds`（1970 年以来的秒数）',

  // Selections
  "a map from the component's columns to columns of the file, or to aggregates such as `{ sum: Amount }`; with an aggregate, the other columns are the groups":
    '组件的列到文件的列或汇总的映射，例如 `{ sum: Amount }`；有汇总时，其他列就是分组',
  'the column of the times, or a map such as `{ of: Created at, last: 24h }`':
    '时间所在的列，或映射，例如 `{ of: Created at, last: 24h }`',
  'the column of the times, or a map such as { of: at, last: 7d }': '时间所在的列，或映射，例如 { of: at, last: 7d }',
  'the column of the times: its name, or its position from 1': '时间所在的列：列名，或从 1 数起的位置',
  'a map from columns of the file to values, lists of values or conditions such as `{ above: 20 }`; a row must meet all of them':
    '文件的列到值、值的列表或条件的映射，例如 `{ above: 20 }`；行必须满足全部条件',
  'a map from columns of the file to values, lists of values or conditions such as `{ above: 20 }`':
    '文件的列到值、值的列表或条件的映射，例如 `{ above: 20 }`',
  'a map from columns of the files to values, lists of values or conditions': '文件的列到值、值的列表或条件的映射',
  'a list of columns of the file: each gives a row of its own, with its header as `$name` and its cell as `$value`':
    '文件中列的列表：每列各成一行，列名为 `$name`，单元格为 `$value`',
  'a list of columns of the files, each of which gives rows of its own': '文件中列的列表，每列各成若干行',
  'a map of up to four names and files, such as `{ goals: { file: goals.csv, on: Region } }`, whose columns are then `goals.Goal`':
    '最多四个名称到文件的映射，例如 `{ goals: { file: goals.csv, on: Region } }`，其中的列写作 `goals.Goal`',
  '0 or blank: what the aggregates are in the buckets that have no rows': '0 或 blank：没有行的时间段中汇总取什么值',
  'a column of the component, with a minus before it for the largest first; or a list of such columns':
    '组件的列，前面加减号表示从大到小；或其列表',
  'a column of the dataset, with a minus before it for the largest first': '数据集的列，前面加减号表示从大到小',
  'a list of columns of the component, such as [-value, name]': '组件的列的列表，例如 [-value, name]',
  'a whole number of rows, from 1': '行数，从 1 起的整数',
  'a column of the component that is a group, such as series': '组件中作为分组的列，例如 series',
  'the word that names the row of all remaining rows, such as Others': '其余各行合成的一行的名称，例如 Others',
  'true to keep each row once, or false': 'true（相同的行只保留一次）或 false',
  'a map with file and on, such as `{ file: goals.csv, on: Region }`':
    '包含 file 和 on 的映射，例如 `{ file: goals.csv, on: Region }`',
  'the column that both files have, such as Region, or a map such as `{ Region: Code }` of our columns and theirs':
    '两个文件共有的列，例如 Region；或本文件的列到对方文件的列的映射，例如 `{ Region: Code }`',
  'a map of our columns and theirs, such as `{ Region: Code }`':
    '本文件的列到对方文件的列的映射，例如 `{ Region: Code }`',
  "today, week, month or year, or a duration before the request's currentTime such as 30d":
    'today、week、month 或 year，或请求的 currentTime 之前的时长，例如 30d',
  'a duration, such as 24h': '时长，例如 24h',
  "a map from the component's columns to keys of a row, or to aggregates such as `{ sum: amount }`":
    '组件的列到行中的键或汇总的映射，例如 `{ sum: amount }`',
  "the key of the rows' times, or a map such as `{ of: at, last: 24h }`":
    '行中时间所在的键，或映射，例如 `{ of: at, last: 24h }`',
  'a map from keys of a row to values, lists of values or conditions such as `{ above: 20 }`':
    '行中的键到值、值的列表或条件的映射，例如 `{ above: 20 }`',
  'a list of keys: each gives a row of its own, with its name as `$name` and its value as `$value`':
    '键的列表：每个键各成一行，键名为 `$name`，值为 `$value`',
  'the name of a column, or its position from 1': '列名，或从 1 数起的位置',
  'a list of at least one column: names, or positions from 1': '至少一列的列表：列名，或从 1 数起的位置',
  'a column of the component, such as value, or -value for the largest first':
    '组件的列，例如 value；-value 表示从大到小',
  'a text, a number, true or false': '文本、数字、true 或 false',
  'a value, a list of values, or a map such as `{ above: 20 }`; for blank cells `{ blank: true }`':
    '值、值的列表或映射，例如 `{ above: 20 }`；空单元格用 `{ blank: true }`',
  'a map of at least one of `not`, `above`, `below`, `atLeast`, `atMost`, `contains` and `blank`':
    '映射，至少包含 `not`、`above`、`below`、`atLeast`、`atMost`、`contains` 和 `blank` 之一',
  'a value or a list of values that the cell is not; for cells that are not blank `{ blank: false }`':
    '单元格不等于的值或值的列表；非空单元格用 `{ blank: false }`',
  'a number or a time; the cell must be above it': '数字或时间，单元格须大于它',
  'a number or a time; the cell must be below it': '数字或时间，单元格须小于它',
  'a number or a time; the cell must be equal to it or above it': '数字或时间，单元格须大于或等于它',
  'a number or a time; the cell must be equal to it or below it': '数字或时间，单元格须小于或等于它',
  'a text that the cell contains, or a list of texts of which it contains one':
    '单元格包含的文本，或文本的列表（包含其一即可）',
  'a list of texts of which the cell contains one': '文本的列表，单元格包含其一即可',
  'a text that the cell contains': '单元格包含的文本',
  'the name of a parameter of the endpoint, whose value the cell is': '接口的参数名称，单元格须等于其值',
  'true for blank cells, false for all others': 'true 表示空单元格，false 表示其他',
  'a value or a list of values; for blank cells `{ blank: true }`': '值或值的列表；空单元格用 `{ blank: true }`',
  'a list of at least one value': '至少一个值的列表',
  'a text, a number, true or false; for blank cells `{ blank: true }`':
    '文本、数字、true 或 false；空单元格用 `{ blank: true }`',
  'a map with `oneOf: [East, West]`, or with `atLeast: 0` and `atMost: 10`':
    '包含 `oneOf: [East, West]`，或 `atLeast: 0` 和 `atMost: 10` 的映射',
  'a list of at most 100 texts or numbers': '最多 100 个文本或数字的列表',
  'a text or a number': '文本或数字',
  'a number': '数字',
  'a number above 0 that divides the range; without it 1': '大于 0 且能整除范围的数字；默认为 1',
  'one of the values': '其中一个值',
  'a parameter of the endpoint, such as `{ parameter: region }`': '接口的参数，例如 `{ parameter: region }`',
  'the name of a parameter of the endpoint': '接口的参数名称',
  'a column of the file, or a map such as `{ sum: Amount }`, `{ count: rows }` or `{ constant: orders }`':
    '文件的列，或映射，例如 `{ sum: Amount }`、`{ count: rows }` 或 `{ constant: orders }`',
  'a map such as `{ sum: Amount }`, `{ count: rows }`, `{ hour: Created at }` or `{ constant: orders }`':
    '映射，例如 `{ sum: Amount }`、`{ count: rows }`、`{ hour: Created at }` 或 `{ constant: orders }`',
  'the column whose numbers are added': '要求和的列',
  'the column whose numbers are averaged': '要求平均值的列',
  'the column whose smallest number becomes the value': '取最小值的列',
  'the column whose largest number becomes the value': '取最大值的列',
  'the column whose middle number becomes the value: half of the numbers are below it':
    '取中位数的列：一半的数字小于它',
  'the column whose standard deviation becomes the value': '取标准差的列',
  'a number from 0 to 100, and the column in the key `of`, such as `{ percentile: 95, of: ms }`':
    '0 到 100 之间的数字，列写在键 `of` 中，例如 `{ percentile: 95, of: ms }`',
  'a formula such as Quantity * Price or sum(Paid) / sum([Year goal]) * 100':
    '公式，例如 Quantity * Price 或 sum(Paid) / sum([Year goal]) * 100',
  'a map from names to aggregates, such as `{ paid: { sum: Amount } }`':
    '名称到汇总的映射，例如 `{ paid: { sum: Amount } }`',
  'day, week, month or year, or a duration such as 24h': 'day、week、month 或 year，或时长，例如 24h',
  'an aggregate such as `{ sum: Amount }`, whose change since the earlier window is given in percent':
    '汇总，例如 `{ sum: Amount }`，结果为与更早时间范围相比变化的百分比',
  'an aggregate such as `{ sum: Amount }`, from which the result of the earlier window is subtracted':
    '汇总，例如 `{ sum: Amount }`，从中减去更早时间范围的结果',
  'a sum or a count such as `{ sum: Amount }`, of this bucket and of all before it':
    '求和或计数，例如 `{ sum: Amount }`，累计到当前时间段为止',
  'an aggregate such as `{ sum: Amount }`, whose mean over the last buckets is given':
    '汇总，例如 `{ sum: Amount }`，结果为最近若干时间段的平均值',
  'a whole number of buckets from 2, such as 7': '时间段的个数，从 2 起的整数，例如 7',
  'the column of times that decides which cell is the first or the last': '决定哪个单元格最早或最晚的时间列',
  'the column whose different cells are counted': '要统计不同值个数的列',
  'the column whose cells are joined by a bar': '单元格用竖线连接的列',
  'the word `rows`': '`rows` 一词',
  'the column whose sum is 100 percent, or the column of a percentile': '总和为百分之百的列，或取百分位数的列',
  'conditions on the rows of this aggregate alone, such as `{ Status: paid }`':
    '只用于该汇总的条件，例如 `{ Status: paid }`',
  'a column of times': '时间列',
  "a map from cells to values, such as `{ up: 0, down: 2 }`; '' means blank cells":
    "单元格到值的映射，例如 `{ up: 0, down: 2 }`；'' 表示空单元格",
  'a value that is the same in all rows': '所有行都相同的值',
  'a list of values that the rows take in turn, such as colours': '各行轮流使用的值的列表，例如颜色',
  'a list of columns whose cells are joined by a bar': '单元格用竖线连接的列的列表',
  'the name of a column, its position from 1, or a map such as `{ sum: Amount }`':
    '列名、从 1 数起的位置，或映射，例如 `{ sum: Amount }`',
  'an aggregate such as `{ sum: Amount }`': '汇总，例如 `{ sum: Amount }`',

  // Queries and datasets
  'one SELECT, or file:queries/name.sql': '一条 SELECT，或 file:queries/name.sql',
  "one SELECT in Athena's SQL, or file:queries/name.sql": '一条 Athena SQL 的 SELECT，或 file:queries/name.sql',
  'a file of this folder that holds one SELECT, such as queries/sales.sql':
    '本文件夹中包含一条 SELECT 的文件，例如 queries/sales.sql',
  'the name of a workgroup of Athena: 1 to 128 letters, digits, dots, hyphens and underscores; without it the stack makes one':
    'Athena 工作组的名称：1 到 128 个字母、数字、点、连字符和下划线；不写则由堆栈创建',
  'the name of a database in the Glue catalogue: lower-case letters, digits, underscores and hyphens':
    'Glue 目录中数据库的名称：小写字母、数字、下划线和连字符',
  'the most bytes that a query may scan, from 10 MB, such as 500 MB, 1 GB or 2 TB; a query that would scan more is cancelled':
    '一次查询最多扫描的数据量，至少 10 MB，例如 500 MB、1 GB 或 2 TB；超出的查询会被取消',
  'the bytes that a query usually scans, such as 40 MB, 1 GB or 2 TB':
    '一次查询通常扫描的数据量，例如 40 MB、1 GB 或 2 TB',
  'a list of at least one prefix, such as s3://shop-lake/orders/': '至少一个前缀的列表，例如 s3://shop-lake/orders/',
  'a prefix of S3, such as s3://shop-lake/orders/': 'S3 前缀，例如 s3://shop-lake/orders/',
  'a map of one source, `athena`, `sql`, `csv` or `parquet`, and how long its rows are used':
    '包含一个数据源（`athena`、`sql`、`csv` 或 `parquet`）及其数据使用多久的映射',
  'a file of data/, s3://bucket/key, or a map such as `{ file, where, columns }`, whose columns become the header of the rows. `file` may be a pattern such as orders-{form}.csv':
    'data/ 中的文件、s3://bucket/key，或映射，例如 `{ file, where, columns }`，其中的列成为数据的表头。`file` 可以是文件名模式，例如 orders-{form}.csv',
  'a file of data/, s3://bucket/key, or a pattern such as sales/day={form}/*.parquet, or a map such as { file, where, columns }':
    'data/ 中的文件、s3://bucket/key、文件名模式（例如 sales/day={form}/*.parquet），或映射，例如 { file, where, columns }',
  'a map with file and, if you like, what to select from it': '包含 file 的映射，还可写明选取什么',
  'a map such as `{ last: 24h }`, `{ last: today }` or `{ atMost: 24h }`':
    '映射，例如 `{ last: 24h }`、`{ last: today }` 或 `{ atMost: 24h }`',
  'a duration such as 10m, or a map of `ttl` and `shared`; 10m for `athena` and 1m for `cloudwatch`, `http`, `prometheus`, `sql`, `csv` and `parquet` unless given':
    '时长，例如 10m，或包含 `ttl` 和 `shared` 的映射；默认 `athena` 为 10m，`cloudwatch`、`http`、`prometheus`、`sql`、`csv` 和 `parquet` 为 1m',
  'a duration such as 10m, or a map of `ttl` and `shared`': '时长，例如 10m，或包含 `ttl` 和 `shared` 的映射',
  'a duration, such as 10m': '时长，例如 10m',
  'one source alone: `athena`, `sql`, `csv` or `parquet`': '一个数据源：`athena`、`sql`、`csv` 或 `parquet`',
  'one source alone: `csv`, `sql`, `json` or `dataset`': '一个数据源：`csv`、`sql`、`json` 或 `dataset`',
  'the name of one of the datasets, such as sales': '某个数据集的名称，例如 sales',

  // Endpoints
  'a table of its own: `{ csv: ... }`, `{ sql: ... }`, `{ json: ... }` or `{ dataset: ... }`':
    '各自的表：`{ csv: ... }`、`{ sql: ... }`、`{ json: ... }` 或 `{ dataset: ... }`',
  'a map with `component` and one source: `csv`, `sql`, `json`, `dataset` or named tables':
    '包含 `component` 和一个数据源的映射：`csv`、`sql`、`json`、`dataset` 或各个命名的表',
  'the name of a component as the platform shows it, such as Pie Chart': '平台中显示的组件名称，例如 Pie Chart（饼图）',
  'a text in one line, such as Orders today': '一行文本，例如 Orders today',
  '`table` or `sample`': '`table` 或 `sample`',
  'a map of options and their values, such as `{ unit: orders }`': '选项到值的映射，例如 `{ unit: orders }`',
  'a map from names to their values, such as `{ region: { oneOf: [East, West] } }`':
    '名称到取值的映射，例如 `{ region: { oneOf: [East, West] } }`',
  'a path that begins with a slash and does not end in one, of letters, digits, dots, hyphens, tildes and underscores, such as /status, without the parts . and ..; or / alone':
    '以斜杠开头、不以斜杠结尾的路径，由字母、数字、点、连字符、波浪号和下划线组成，例如 /status，其中不能有 . 和 ..；或单独的 /',
  'a file of this folder: queries/chart.js': '本文件夹中的文件：queries/chart.js',

  // Remedies for keys of reading
  'write at least one text: [N/A]': '请至少写一个文本：[N/A]',
  'write a list: [{text}]': '请写列表：[{text}]',
  "write '{text}' in quotes": "请写 '{text}'，要加引号",
  'write a map: `{code}`': '请写映射：`{code}`',
  'write a map of columns: `{code}`': '请写列的映射：`{code}`',
  'write twelve names': '请写十二个名称',
  'write 1 to 3 characters': '请写 1 到 3 个字符',
  "write a text such as '#'": "请写文本，例如 '#'",
  'write a list of columns: [Region]': '请写列的列表：[Region]',
  'write one path: {path}': '请写一个路径：{path}',
  '{key} does not say where a key is kept; is it the key itself?': '{key} 没有写明密钥存放的位置；写的是密钥本身吗？',
  '{key} does not say where a token is kept; is it the token itself?':
    '{key} 没有写明令牌存放的位置；写的是令牌本身吗？',
  '{key} does not have the right form': '{key} 的格式不对',
  'leave {key} out': '请去掉 {key}',
  'there is no {part} to switch off here': '此处没有可以关闭的{part}',
  token: '令牌',
  'API key': ' API 密钥',
  '{name} cannot be the name of {part}': '{name} 不能作为{part}的名称',
  'an endpoint': '接口',
  'a dataset': '数据集',
  'a parameter': '参数',

  // Further descriptions
  "the column whose earliest cell becomes the value: the cell with the earliest time in the window's column, or the first line without a window":
    '取最早单元格的列：时间范围所用时间列中最早的一个，没有时间范围时为第一行',
  "the column whose latest cell becomes the value: the cell with the latest time in the window's column, or the last line without a window":
    '取最晚单元格的列：时间范围所用时间列中最晚的一个，没有时间范围时为最后一行',
  'a column, whose sum becomes a percentage of the column in the key `of`; or the word `rows`, for the percentage of rows that meet the key `where`':
    '列，结果为它的总和占键 `of` 所写列的百分比；或 `rows`，结果为符合键 `where` 的行的百分比',
  'a column of times, from which the minute is taken': '时间列，取其中的分钟',
  'a column of times, from which the hour is taken': '时间列，取其中的小时',
  'a column of times, from which the day is taken': '时间列，取其中的日期',
  'a column of times, from which the Monday of the week is taken': '时间列，取所在周的星期一',
  'a column of times, from which the month is taken': '时间列，取其中的月份',
  'the column whose cells are replaced by values, as the key `to` says': '单元格按键 `to` 替换为其他值的列',
  'the value for all other cells of a map, which are refused without this key; or the value of an aggregate that has none, such as 0':
    '对应表中其他单元格的值（不写则拒绝这些单元格）；或汇总没有结果时的值，例如 0',
  'the name of a data catalogue of Athena; AwsDataCatalog unless given': 'Athena 数据目录的名称；默认为 AwsDataCatalog',
  'the places of the files of the tables, which the functions may then read: s3://bucket/prefix/, or a list of such prefixes; without it they read through Lake Formation':
    '表的文件所在的位置，函数将有权读取：s3://bucket/prefix/，或其列表；不写则通过 Lake Formation 读取',
  'where a workgroup of yours puts its results: s3://bucket/prefix/; without it Athena must manage them':
    '您的工作组存放结果的位置：s3://bucket/prefix/；不写则须由 Athena 管理结果',
  'a file of data/, s3://bucket/key, or a pattern such as sales/day={form}/*.parquet':
    'data/ 中的文件、s3://bucket/key，或文件名模式，例如 sales/day={form}/*.parquet',
  'a map from columns of the dataset to columns of the files, or to aggregates': '数据集的列到文件的列或汇总的映射',
  'true for rows that all functions read from DynamoDB, or false if each environment reads its own rows':
    'true（所有函数从 DynamoDB 读取）或 false（每个环境各自读取）',
  "a map from the component's columns to columns of the dataset or of the query's result, or to aggregates such as `{ sum: amount }`; without it the columns are taken by position":
    '组件的列到数据集或查询结果的列或汇总的映射，例如 `{ sum: amount }`；不写则按位置取列',
  "a map from columns of the dataset or of the query's result to values, lists of values or conditions such as `{ above: 20 }`":
    '数据集或查询结果的列到值、值的列表或条件的映射，例如 `{ above: 20 }`',
  "the column of the rows' times, or a map such as `{ of: at, last: 1h }`":
    '行的时间所在的列，或映射，例如 `{ of: at, last: 1h }`',
  'a list of columns: each gives a row of its own, with its name as `$name` and its cell as `$value`':
    '列的列表：每列各成一行，列名为 `$name`，单元格为 `$value`',
} as const;
