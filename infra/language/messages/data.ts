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
  "{component} '{name}': {part}": '{component}“{name}”：{part}',
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
  "{n} cells are not numbers, such as '{text}'": '有 {n} 个单元格不是数字，例如“{text}”',
  "{n} cells are not times, such as '{text}'": '有 {n} 个单元格不是时间，例如“{text}”',
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
  'must be {part}; found {found}': '应为{part}，现为 {found}',
  '{key} must be {part}; found {found}': '{key} 应为{part}，现为 {found}',
  'must be {n}; found {found}': '应为 {n}，现为 {found}',
  "cannot be '{text}'; allowed are {names}": '不能为“{text}”，可用的值为 {names}',
  'is missing; allowed are {names}': '缺少，可用的值为 {names}',
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
  'correct the time, or set `database.timezone` to the zone of the database':
    '请改正该时间，或将 `database.timezone` 设为数据库的时区',
  "correct the time, or set the dashboard's `timezone` to the one of the file":
    '请改正时间，或把大屏的 `timezone` 设为文件的时区',
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
  'the times of column {name} have no zone and are read as UTC, those of CSV files in {zone}':
    '{name} 列的时间没有时区，按 UTC 读取；CSV 文件的时间按 {zone} 读取',
  'write them with a zone, in pandas by {code}': '请写带时区的时间，在 pandas 中用 {code}',
  'the statement moves a time to another zone: a time without a zone is read as UTC':
    '语句把时间换到了另一个时区：没有时区的时间按 UTC 读取',
  'leave infinite times out: {sql}': '请去掉无穷的时间：{sql}',
  'leave infinite times out in the query: {sql}': '请在查询中去掉无穷的时间：{sql}',
  'it contains the unsupported data type {name}': '它含有不支持的类型 {name}',
  'it contains a multidimensional array': '它含有多维数组',
  'it contains an infinite time in column {name}': '它的 {name} 列有无穷的时间',
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
  "decimals are written with '{text}': set `{code}` in the map of the file or `http`, or cast in SQL":
    '小数点是“{text}”：请在文件或 `http` 的 map 中设 `{code}`，或在 SQL 中转换',
  "say how decimals are written: `decimal: ','` or `decimal: '.'`": "请说明小数点：`decimal: ','` 或 `decimal: '.'`",
  'write at most 15 digits before the point: round the number, or count in thousands':
    '小数点前最多 15 位：请四舍五入，或以千为单位',
  'write each value as a map, such as { "value": 7 }, or as a list such as [7]':
    '请把每个值写成 map，例如 { "value": 7 }，或写成列表，例如 [7]',
  "the first list has the names: write '{n}' for this column, and leave that list out with {code}":
    "第一个列表是列名：此列请写 '{n}'，并用 {code} 去掉该列表",
  'save the file as UTF-8, as JSON has to be': '请把文件保存为 UTF-8，JSON 必须是 UTF-8',
  'a second document begins here': '从这里开始是第二个文档',
  'write the documents as one list (`jq -s`), or each on a line of its own (`jq -c`)':
    '请把这些文档写成一个列表（`jq -s`），或每行一个文档（`jq -c`）',
  'JSON has no comments': 'JSON 没有注释',
  'texts of JSON have double quotes': 'JSON 的文本使用双引号',
  'write " in place of \'': '请用 " 代替 \'',
  'the comma before it is too many': '前面的逗号是多余的',
  'keys of JSON have double quotes': 'JSON 的键使用双引号',
  '{name} is no JSON value': '{name} 不是 JSON 的值',
  'write {name}, or a text in quotes': '请写 {name}，或写成带引号的文本',
  'the values are nested more than {n} deep': '值的嵌套超过 {n} 层',
  'leave the nested part out of the file, or write it as a text': '请从文件中去掉嵌套部分，或把它写成文本',
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
} as const;
