/** Sentences of functions and `check` about files, cells, rows and bodies. */
export const DATA_MESSAGES = {
  // Places
  'the body {part}': '响应体{part}',
  'line {n}, {part}': '第 {n} 行，{part}',
  'line {n}: {detail}': '第 {n} 行：{detail}',
  'row {n}, {part}': '第 {n} 条，{part}',
  'row {n}: {detail}': '第 {n} 条：{detail}',
  'column {n}: {detail}': '第 {n} 列：{detail}',
  'column {n} ({name}): {detail}': '第 {n} 列（{name}）：{detail}',
  'column {n}, {part}': '第 {n} 列，{part}',
  'column {n} ({name}), {part}': '第 {n} 列（{name}），{part}',
  '{column}: {part}': '{column}：{part}',
  'first of {n} rows: {detail}': '共 {n} 行，此为第一行：{detail}',
  'Table {name}: {part}': '表 {name}：{part}',
  'File {name}: {part}': '文件 {name}：{part}',
  'table {name}, {part}': '表 {name}，{part}',
  'table {path}: {part}': '表 {path}：{part}',
  'file {name}, {part}': '文件 {name}，{part}',
  'The table does not fit the component: {detail}.': '表格不适合该组件：{detail}。',
  'The body does not fit the component: {detail}.': '响应体不适合该组件：{detail}。',

  'The table has the wrong columns: {detail}.': '表格的列不对：{detail}。',
  'The tables do not fit together: {detail}.': '各表互不相符：{detail}。',

  // Cells
  'the cell is blank': '单元格为空',
  "'{text}' is not a number": '“{text}”不是数字',
  "'{text}' is not a number (in a list)": '“{text}”不是数字（列表中）',
  "'{text}' is not a time": '“{text}”不是时间',
  "'{text}' is not in the calendar": '日历中没有“{text}”',
  "'{text}' is beyond what a number holds exactly": '“{text}”超出数字能精确表示的范围',
  "'{text}' is larger than a number holds": '“{text}”超出数字的上限',
  'a number holds at most 308 digits before the point: correct the number, or leave the row out':
    '数字的小数点前最多 308 位：请改正该数字，或去掉该行',
  'round the number to fewer decimals, or count in thousands': '请减少小数位数，或以千为单位',
  "{n} cells of {name} are not numbers, such as '{text}'": '{name} 列有 {n} 个单元格不是数字，例如“{text}”',
  "{n} cells of {name} are not times, such as '{text}'": '{name} 列有 {n} 个单元格不是时间，例如“{text}”',
  '{n} cells of {name} are blank': '{name} 列有 {n} 个单元格为空',
  'give {name} a value in every row': '每一行都要填写 {name}',
  'write a number such as {form}, {form2} or {form3}': '请写数字，例如 {form}、{form2} 或 {form3}',
  'write a number such as {form}': '请写数字，例如 {form}',
  'write a number such as {form} or {form2}': '请写数字，例如 {form} 或 {form2}',
  'write the number without its currency: {text}': '去掉货币符号，写成 {text}',
  'write the number without blanks: {text}': '去掉空格，写成 {text}',
  'say what the unit counts: `{code}`': '请说明单位代表多少：`{code}`',
  'say that the text means a blank cell: `{code}`': '请说明该文字表示空单元格：`{code}`',
  'say in which unit the column is read: `{code}`, with the name of the column':
    '请说明该列以什么单位读取：`{code}`，其中写上列名',
  'separate numbers by a vertical bar: {text}': '用竖线分隔多个数字：{text}',
  'a formula of the spreadsheet failed: correct it, or leave the row out': '电子表格中的公式出错：请改正，或去掉该行',

  // Rows and columns
  '{n} rows have {n2} cells, the header {n3}': '有 {n} 行是 {n2} 个单元格，而表头有 {n3} 个',
  'the row has {n} cell{s}, the header {n2}': '该行有 {n} 个单元格，而表头有 {n2} 个',
  'give every row one cell for each column; put a cell that contains the delimiter in quotes':
    '每行的单元格数要与列数相同；含有分隔符的单元格请加引号',
  'the table has {n} rows; expected exactly {n2}': '表格有 {n} 行，应正好 {n2} 行',
  'the table has {n} rows; expected at least {n2}': '表格有 {n} 行，至少应有 {n2} 行',
  'give as many rows as the component reads': '行数要与组件读取的行数相同',
  'give exactly the expected columns in their order; the names are free': '请按顺序给出所需的列，列名任意',
  "line {n} of {file} has no column '{name}'": '{file} 第 {n} 行没有列“{name}”',
  "{file} has no column '{name}'": '{file} 没有列“{name}”',
  'its columns are {names}': '现有的列：{names}',
  'the file has no rows': '文件中没有数据行',
  'add rows below its header, or entries to its list': '请在表头下添加数据行，或在列表中添加条目',
  'add the row, or set `options.fill` to the number that replaces it':
    '请添加该行，或把 `options.fill` 设为代替它的数字',
  'keep one row of each pair': '重复的行只保留一行',

  // Bodies
  "lacks the field '{field}'": '缺少字段“{field}”',
  "add '{field}'": '请添加“{field}”',
  "add '{field}', or select rows of a list: {code}": '请添加“{field}”，或从列表中选取行：{code}',
  'must be {type}; found {found}': '应为{type}，现为 {found}',
  'must be {n}; found {found}': '应为 {n}，现为 {found}',
  'must be one of {values}; found {found}': '应为 {values} 之一，现为 {found}',
  'must have at least {n} entries; found {found}': '至少应有 {n} 项，现为{found}',
  'keep some rows by `{code}`; if they are groups, `{code2}` adds up the others':
    '请用 `{code}` 只保留一部分行；如果行是分组，`{code2}` 会合并其余的行',
  '{path} must have at most {n} entries; found {found}': '{path}最多可有 {n} 项，现为{found}',
  'must have at most {n} entries; found {found}': '最多可有 {n} 项，现为{found}',
  'has length {n}, but {path} has length {n2}': '长度为 {n}，而 {path} 的长度为 {n2}',
  '{value} is not an index of {path}': '{value} 不是 {path} 的下标',
  '{value} is already at {path}': '{value} 已在 {path} 处使用',
  '{value} is not among {path}': '的值 {value} 不在 {path} 中',
  'give true or false here; in a table, 1 or 0': '此处请给出 true 或 false；在表格中写 1 或 0',
  'give {part} here': '此处请给出{part}',
  'write {n}': '请写 {n}',
  'use one of {values}': '请用其中之一：{values}',
  'use one of the listed values': '请用列出的值之一',
  'is not among the keys of {path}': '不在 {path} 的键之中',
  'remove it, or add {name} to {path}': '请去掉它，或把 {name} 加到 {path}',
  'the indexes are {n} to {n2}': '下标为 {n} 到 {n2}',
  'add the missing entries': '请补上缺少的项',
  'keep the {n} most important entries': '只保留最重要的 {n} 项',
  'give as many entries here as {path} has': '此处的项数要与 {path} 相同',
  'give each one a different value': '每一个的值都要不同',
  'correct the value': '请改正这个值',
  'write a colour such as {value}': '请写颜色，例如 {value}',
  'format the cells as {form} in Excel, and export the file again':
    '请在 Excel 中把这些单元格设为 {form} 格式，然后重新导出文件',
  'write a time such as {text} or {text2}': '请写时间，例如 {text} 或 {text2}',
  'write an address such as {value}, with https:// in small letters and nothing before it':
    '请写地址，例如 {value}，其中 https:// 为小写，前面没有其他字符',

  // Kinds of values
  'a String': '文本',
  'a Number': '数字',
  'a whole Number': '整数',
  'true or false': 'true 或 false',
  'an Object': '对象',
  'an Array': '数组',
  '{part} or {part2}': '{part}或{part2}',
  'a Number or the text of one': '数字或数字文本',
  'a colour: # and 3, 4, 6 or 8 hexadecimal digits': '颜色：# 加 3、4、6 或 8 位十六进制数字',
  'a time: yyyy-MM-dd HH:mm:ss or HH:mm:ss': '时间：yyyy-MM-dd HH:mm:ss 或 HH:mm:ss',
  'an address that starts with https:// and a host': '以 https:// 和主机名开头的地址',
  'an object': '对象',
  'an empty list': '空列表',
  'a list of {n}': '{n} 项的列表',

  // Times
  'write hours from 0 to 23, such as 20:30': '请用 0 到 23 点，例如 20:30',
  "'{text}' is in Chinese numerals": '“{text}”用了中文数字',
  'write 2026年11月20日': '请写 2026年11月20日',
  "'{text}' has no year": '“{text}”没有年份',
  'write the year, such as 2026年11月20日': '请写上年份，例如 2026年11月20日',
  "'{text}' has the weekday of another date": '“{text}”的日期与星期不符',
  "'{text}' counts the years of an era": '“{text}”用的是年号纪年',
  'write the year of the calendar, such as 2026年11月20日': '请写公历年份，例如 2026年11月20日',
  'write 00:00 of the next day, or 23:59 if the row belongs to this day':
    '请写次日的 00:00；如果该行属于当天，请写 23:59',
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
  'write `{code}`, and name the twelve months of the file with `months`':
    '请写 `{code}`，并用 `months` 列出文件中十二个月的名称',
  "if '{text}' is a month, name the twelve months of the file with `months`":
    '如果“{text}”是月份，请用 `months` 列出文件中十二个月的名称',
  'write times in the form of `dates`: {form}': '时间请按 `dates` 的格式写：{form}',
  'correct the time, or the order of its parts in dates: {code}': '请改正时间，或 dates 中各部分的顺序：{code}',
  'write `{code}`, which takes one digit and two': '请写 `{code}`，它既读一位数，也读两位数',
  "'{text}' is no offset: write the offset in its place, such as +08:00 or Z":
    '“{text}”不是时差：请改写为时差，例如 +08:00 或 Z',
  "'{text}' is no offset: write the offset in its place, such as +08:00 or Z; if it is the dashboard's own `timezone`, write `{code}`":
    '“{text}”不是时差：请改写为时差，例如 +08:00 或 Z；如果它就是大屏的 `timezone`，请写 `{code}`',
  "date_trunc('{unit}', ...) begins at midnight in UTC, not in {zone}":
    "date_trunc('{unit}', ...) 从 UTC 的零点算起，而不是 {zone} 的零点",
  'write to_char({sql})': '请写 to_char({sql})',
  'write {sql}; for a date write {sql2}': '请写 {sql}；日期列请写 {sql2}',
  "column '{name}' is shown in UTC, not in {zone}": '“{name}”列按 UTC 显示，而不是 {zone}',
  "column '{name}' has no zone and is read as UTC, but the statement moves it to another zone":
    '“{name}”列没有时区，按 UTC 读取，而语句把它换到了另一个时区',
  'leave `at time zone` out, or write {sql} around it': '请去掉 `at time zone`，或在外层写 {sql}',
  'leave infinite times out: {sql}': '请去掉无穷的时间：{sql}',
  'leave infinite times out in the query: {sql}': '请在查询中去掉无穷的时间：{sql}',
  'the Data API cannot send this result: {error}': 'Data API 无法发送该结果：{error}',
  'the Data API cannot return the result (infinite time in column {name})':
    'Data API 无法返回结果（{name} 列有无穷的时间）',
  'if the cell is a length of time, read it as a number with `durations`; a time needs its date':
    '如果单元格是时长，请用 `durations` 读作数字；时间要带日期',
  "'{text}' is not a length of time": '“{text}”不是时长',
  'write 1:38:41, 90m, 1h 30m or PT1H': '请写 1:38:41、90m、1h 30m 或 PT1H',
  "'{text}' is a number without a unit": '“{text}”是没有单位的数字',
  'write the unit, such as {form}; numbers alone need no `durations`':
    '请写上单位，例如 {form}；单独的数字不需要 `durations`',
  "'{text}' has a fraction of a second": '“{text}”带有秒的小数',
  'write `form: m:ss` in `durations`': '请在 `durations` 中写 `form: m:ss`',
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
  "'{text}' is in percent, the cells above it are plain numbers": '“{text}”是百分数，而上面的单元格是普通数字',
  "'{text}' is a plain number, the cells above it are in percent": '“{text}”是普通数字，而上面的单元格是百分数',
  'say what the sign counts: `{code}` if plain numbers are shares of 1, or else `{code2}`':
    '请说明百分号的含义：如果普通数字是 1 的份额，写 `{code}`，否则写 `{code2}`',
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
  'column {n} and {n2} more have no name': '第 {n} 列和另外 {n2} 列没有名称',
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
  'write `unnest` in place of `rows`, which is for files with a single document':
    '请用 `unnest` 代替 `rows`，`rows` 用于只有一个文档的文件',
  'The rows were not found: {part}.': '没有找到数据行：{part}。',
  'set `rows` to the path of a list, such as data.items': '请把 `rows` 设为列表的路径，例如 data.items',
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
  'reading {part} takes {amount} MB, more than the {n} MB of the function leave room for':
    '读取{part}需要 {amount} MB 内存，函数的 {n} MB 容纳不下',
  'a row group of {file} (rows: {n}, columns: {n2})': ' {file} 的一个行组（{n} 行、{n2} 列）',
  '{file} has more than {n} cells to read (rows: {n2}), the limit with {n3} MB of memory':
    '{file} 要读取的单元格超过 {n} 个（{n2} 行），这是 {n3} MB 内存的上限',
  'write smaller row groups, or name fewer columns': '请写更小的行组，或少用几列',
  'aggregate the rows before they are written, or limit them with `window`': '请在写文件之前汇总，或用 `window` 限制行',
  'the column {column} has {part}, which cannot be read': '列 {column} 为{part}，无法读取',
  lists: '列表',
  maps: '映射',
  structs: '结构',
  'the type {code}': '类型 {code}',
  '{file} has no column that can be read: the column {column} has {part}':
    '{file} 没有可读取的列：列 {column} 为{part}',
  'write the column as text or as a number': '请把该列写成文本或数字',
  'write its parts as columns of their own': '请把其中的各部分写成单独的列',
  'write the parts of its columns as columns of their own': '请把各列中的部分写成单独的列',
  'the column {column} has bytes that are no UTF-8 text': '列 {column} 含有不是 UTF-8 文本的字节',
  'write the column as text, or leave it out': '请把该列写成文本，或不使用该列',
  '{file} is compressed with {code}, which cannot be read': '{file} 使用 {code} 压缩，无法读取',
  'write the file without compression, or with snappy, gzip, zstd or brotli':
    '请不压缩，或用 snappy、gzip、zstd 或 brotli 写文件',
  '{file} is damaged or cut short': '{file} 已损坏或不完整',
  '{file} is damaged': '{file} 已损坏',
  '{file} is not a Parquet file': '{file} 不是 Parquet 文件',
  '{file} is not a Parquet file, or it is cut short': '{file} 不是 Parquet 文件，或不完整',
  'upload the whole file again, or name a Parquet file': '请重新上传整个文件，或写 Parquet 文件的名称',
  '{file} is encrypted': '{file} 已加密',
  '{file} has no bytes': '{file} 是空文件',
  'data/lake/ holds tables for Athena, and its files are not uploaded':
    'data/lake/ 存放 Athena 的表，其中的文件不会上传',
  'query the table with `athena`, or move the file to another folder of data/':
    '请用 `athena` 查询该表，或把文件移到 data/ 的其他文件夹',
  'write the file in plain form': '请不加密写文件',
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
