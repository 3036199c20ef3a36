/** Sentences about times, numbers, columns and texts of files. */
export const CELL_MESSAGES = {
  // Times
  'write hours from 0 to 23, such as 20:30': '请用 0 到 23 点，例如 20:30',
  "'{text}' is in Chinese numerals": '“{text}”用了中文数字',
  'write 2026年11月20日': '请写 2026年11月20日',
  "'{text}' has no year": '“{text}”没有年份',
  'write the year, such as 2026年11月20日': '请写上年份，例如 2026年11月20日',
  "'{text}' has the weekday of another date": '“{text}”的日期与星期不符',
  '{date} is a {weekday}: correct the date or the weekday': '{date} 是{weekday}，请改正日期或星期',
  "'{text}' does not exist in the calendar": '日历中没有“{text}”',
  'correct the date or the time of day': '请改正日期或时间',
  "'{text}' does not exist in {zone}: the clock skips it": '{zone} 没有“{text}”这个时刻：时钟会跳过它',
  "correct the time, or set the dashboard's `timezone` to the one of the file":
    '请改正时间，或把看板的 `timezone` 设为文件的时区',
  "'{text}' has an offset that no zone has": '“{text}”的时差不属于任何时区',
  'write an offset from -14:00 to +14:00, or Z': '时差请写 -14:00 到 +14:00，或 Z',
  'multiply seconds by 1000: a time is in milliseconds': '请把秒数乘以 1000：时间以毫秒计',
  'write seconds since 1970, such as 1795172400, because of dates: seconds':
    '已设 dates: seconds，请写 1970 年以来的秒数，例如 1795172400',
  'say how the file writes its times: dates: seconds': '请说明文件中时间的写法：dates: seconds',
  'say how the file writes its times, such as dates: dd/MM/yyyy HH:mm; without dates, write {part}':
    '请说明文件中时间的写法，例如 dates: dd/MM/yyyy HH:mm；不设 dates 时，请写 {part}',
  'say how the file writes its times: {names}': '请说明文件中时间的写法：{names}',
  'if the cell is a length of time, read it as a number with `durations`; a time needs its date':
    '如果单元格是时长，请用 `durations` 读作数字；时间要带日期',
  "'{text}' is not a length of time": '“{text}”不是时长',
  'write 1:38:41, 90m, 1h 30m or PT1H, or a number alone': '请写 1:38:41、90m、1h 30m、PT1H 或单独一个数字',
  'say which with `durations`: `{code}` or `{code2}`': '请用 `durations` 说明是哪一种：`{code}` 或 `{code2}`',
  'say which with `durations`: `{code}` or `form: h:mm`': '请用 `durations` 说明是哪一种：`{code}` 或 `form: h:mm`',

  // Numbers
  'write 35000 or {form}, or say what the unit counts: `{code}`': '请写 35000 或 {form}，或说明单位代表多少：`{code}`',
  'write the number without its currency': '请去掉货币符号',
  'write the number without its currency, or say what the unit counts: `{code}`':
    '请去掉货币符号，或说明单位代表多少：`{code}`',
  'write a number with an exponent without thousands separators: 1234e3': '指数形式的数字不要加千位分隔符：1234e3',
  "the file writes decimals with '{text}': set decimal: '{text2}' on this csv source":
    "文件的小数点是“{text}”：请在该 csv 数据源上设 decimal: '{text2}'",
  "say how the file writes decimals: decimal: ',' or decimal: '.' on this csv source":
    "请在该 csv 数据源上说明小数点：decimal: ',' 或 decimal: '.'",
  'write at most 15 digits before the point: round the number, or count in thousands':
    '小数点前最多 15 位：请四舍五入，或以千为单位',
  'write at most 15 digits before the point, or the number as text': '小数点前最多 15 位，或把数字写成文本',
  "'{text}' is in another currency than the cells above it, which are in {currency}":
    '“{text}”与上面单元格的货币（{currency}）不同',
  'two currencies have no sum: keep one of them': '两种货币不能相加：请只保留一种',
  'two currencies have no sum: keep one of them, or leave the row out with `where`':
    '两种货币不能相加：请只保留一种，或用 `where` 去掉该行',
  'write a number such as {form}, or leave the row out with `where`': '请写数字，例如 {form}，或用 `where` 去掉该行',
  'give {name} a value in every row, or leave the row out with `where`': '每一行都要填写 {name}，或用 `where` 去掉该行',
  'write its number: {text}': '请写对应的数字：{text}',

  // Rows and columns of a file
  number: '数字',
  time: '时间',
  text: '文本',
  list: '列表',
  'list of numbers': '数字列表',
  'number or text': '数字或文本',
  'name the columns of the file, in any order: `{code}`': '请写明文件的各列，顺序不限：`{code}`',
  'if line {n} is a second header, write csv: { file: ..., header: {n2} }, else write numbers':
    '如果第 {n} 行是第二行表头，请写 csv: { file: ..., header: {n2} }，否则请写数字',
  'the file is empty': '文件是空的',
  'give exactly the expected columns in their order, or say with `columns` where each comes from':
    '请按顺序给出所需的列，或用 `columns` 写明每列的来源',
  'give a position from 1 to {n}': '请写 1 到 {n} 之间的位置',
  "to name the column {n}, write it in quotes: '{n2}'": "要指列名 {n}，请加引号：'{n2}'",
  'line {n} of {file} has no column {n2}; it has {n3}': '{file} 第 {n} 行没有第 {n2} 列，共有 {n3} 列',
  'column {n} has no name': '第 {n} 列没有名称',
  "two columns are called '{text}'": '有两列都叫“{text}”',
  "{path} names '{text}', but no column has this name": '{path} 写了“{text}”，但没有这个名称的列',
  'name columns of the header: {columns}': '请写表头中的列名：{columns}',
  'give each column a name of its own in the header, or name the columns by `columns`':
    '请在表头中给每列不同的名称，或用 `columns` 命名',
  'there is no text from line {n} on, where the header should be': '从第 {n} 行起没有内容，而表头应在那里',
  'the row has more than {n} cells': '该行超过 {n} 个单元格',
  'put a cell that contains the delimiter in quotes': '含有分隔符的单元格请加引号',

  // The text of a file
  'The file cannot be read as CSV: {part}.': '文件不能作为 CSV 读取：{part}。',
  'The file cannot be read as JSON: {part}.': '文件不能作为 JSON 读取：{part}。',
  'the file is not UTF-8': '文件不是 UTF-8',
  'put a cell that contains a quote, the delimiter or a line break in quotes, and double the quotes inside the cell':
    '含有引号、分隔符或换行的单元格请加引号，其中的引号写两遍',
  'a quote is opened and never closed': '引号没有闭合',
  'a quoted cell is followed by other text': '加引号的单元格后面还有别的文字',
  'check that the file is CSV, name its `delimiter`, or correct its quotes':
    '请确认文件是 CSV，写明 `delimiter`，或改正引号',
  'there is a NUL byte': '有空字节（NUL）',
  'the file may be UTF-16 without a byte order mark, or a workbook: export it as CSV, or name its encoding':
    '文件可能是没有 BOM 的 UTF-16，或者是电子表格：请导出为 CSV，或写明编码',
  'there is a carriage return without a line feed': '有回车符而没有换行符',
  'end lines with LF or CRLF': '请用 LF 或 CRLF 换行',
  'another delimiter fits better': '另一种分隔符更合适',
  'save the file as CSV or JSON': '请保存为 CSV 或 JSON',
  'name it in a dataset with `parquet` in place of `csv`': '请在数据集中用 `parquet` 而不是 `csv`',
  'the encoding of the file is neither UTF-8 nor GB18030': '文件的编码既不是 UTF-8，也不是 GB18030',
  'save the file as UTF-8, or name its encoding, such as csv: { file: …, encoding: windows-1252 }':
    '请保存为 UTF-8，或写明编码，例如 csv: { file: …, encoding: windows-1252 }',
  'the file is not valid {form}': '文件不是有效的 {form}',
  'remove or correct the encoding in the dashboard file': '请去掉或改正 dashboard.yml 中的编码',
  'the encoding of the file is unclear: it is not UTF-8, and may be Chinese or Western text':
    '文件的编码不明确：不是 UTF-8，可能是中文，也可能是西欧文字',
  'name the encoding: windows-1252 or gb18030, such as csv: { file: …, encoding: windows-1252 }; or save the file as UTF-8':
    '请写明编码 windows-1252 或 gb18030，例如 csv: { file: …, encoding: windows-1252 }；或保存为 UTF-8',
  'make the file valid JSON': '请把文件改为有效的 JSON',
  'the file has a document on each line': '文件每行是一个文档',
  'The rows were not found: {part}.': '没有找到数据行：{part}。',
  'set rows to the path of a list, such as data.items': '请把 rows 设为列表的路径，例如 data.items',
  'the document is {part}, not a list of rows': '文档是{part}，不是数据行的列表',
  '{path} is {part}, not a list of rows': '{path} 是{part}，不是数据行的列表',
  'the keys are {columns}': '键有：{columns}',
  'its lists are {columns}': '其中的列表有：{columns}',
  'for a row of each entry write `rows: {code}`': '要让每一项成为一行，请写 `rows: {code}`',
  'each row is a map, such as { "name": "East", "value": 7 }, or a list of cells':
    '每行应为映射，例如 { "name": "East", "value": 7 }，或单元格的列表',
  '{path} is {part}, not a row': '{path} 是{part}，不是数据行',
  'aggregate first: a component shows tens of rows, not thousands': '请先汇总：组件适合显示几十行，而不是几千行',
  'The table has more than {n} rows.': '表格超过 {n} 行。',
  'The source is too large: {part}.': '数据源过大：{part}。',
  "reading {size} MB of this source takes more than the {n} MB of the function's memory":
    '读取该数据源的 {size} MB 需要的内存超过函数的 {n} MB',
  'a function with {n} MB of memory reads files of at most {n2} MB': '内存为 {n} MB 的函数最多读取 {n2} MB 的文件',
  'set `memory: {n}` in the dashboard file, or {part}': '请在 dashboard.yml 中设 `memory: {n}`，或者{part}',
  'make the file smaller, such as with one file for each month': '请缩小文件，例如每月一个文件',
  'a JSON document may have at most {n} MB': 'JSON 文档最大 {n} MB',
  'the file is gzip, and is damaged': '文件是 gzip，但已损坏',
  'pack the file again with gzip, or upload it unpacked': '请重新用 gzip 压缩，或不压缩直接上传',
  'the file cannot be read': '文件无法读取',
  'check who may read it': '请检查读取权限',
  'remove it': '请去掉',
  'give all files of the list the same columns in the same order': '列表中所有文件的列和顺序都要相同',
  "its cells are separated by '{text}', those of {file} by '{text2}'":
    '单元格以“{text}”分隔，而 {file} 以“{text2}”分隔',
  'write all files with the same delimiter': '请让所有文件使用相同的分隔符',

  // Cells with two readings
  "'{text}' may be {value} or {value2}": '“{text}”可能是 {value}，也可能是 {value2}',
  "'{text}' may be minutes and seconds, or hours and minutes": '“{text}”可能是分和秒，也可能是时和分',
  'may be {value} or {value2}': '可能是 {value}，也可能是 {value2}',
  'may be minutes and seconds, or hours and minutes': '可能是分和秒，也可能是时和分',
  '13-digit milliseconds, ISO 8601, yyyy-MM-dd HH:mm:ss or yyyy/M/d HH:mm':
    '13 位毫秒数、ISO 8601、yyyy-MM-dd HH:mm:ss 或 yyyy/M/d HH:mm',
  "{n} cells{of} are such as '{text}', which {part}": '{of}有 {n} 个单元格类似“{text}”，{part}',
  'the file is {part}': '文件是{part}',
  'compressed with gzip': ' gzip 压缩文件',
  'a ZIP archive, such as an Excel workbook': ' ZIP 压缩包，例如 Excel 工作簿',
  'a Parquet file': ' Parquet 文件',
  'write 35000 or {form}': '请写 35000 或 {form}',
  '{part}: column {n} must be {name} ({part2}); your columns are {columns}':
    '{part}：第 {n} 列应为 {name}（{part2}），现有的列为 {columns}',
  'the {noun} has {n} column{s} ({columns}); expected {count}': '{noun}有 {n} 列（{columns}），{count}',
  'the {noun} has {n} column{s}; expected {count}': '{noun}有 {n} 列，{count}',
  'the file is empty; expected {count}': '文件是空的，{count}',
} as const;
