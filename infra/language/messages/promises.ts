/** Sentences about promises. Those with figures also have parts, which are translated by themselves. */
export const PROMISE_MESSAGES = {
  // Errors
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
  'the component has no column {name}': '组件没有列 {name}',
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
  '{n} h': '{n} 小时',
  '{n} h {n2} min': '{n} 小时 {n2} 分钟',
  '{n} min': '{n} 分钟',
  '{n} s': '{n} 秒',

  // The words of the schema
  'a map of promises, such as `{ newest: { of: Created at, within: 2h }, rows: { atLeast: 1 } }`':
    '约定的映射，例如 `{ newest: { of: Created at, within: 2h }, rows: { atLeast: 1 } }`',
  'a map of `of`, the column of the times, and `within`, such as `{ of: Created at, within: 2h }`':
    '映射：`of` 为时间所在的列，以及 `within`，例如 `{ of: Created at, within: 2h }`',
  'the name of a column of the dataset, or its number': '数据集中列的名称或序号',
  'a duration, such as 2h': '时长，例如 2h',
  'a duration, such as 10m': '时长，例如 10m',
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
  'a text or a number': '文本或数字',
  'the word true': '单词 true',

  'true, or false for the time in which the wall is open': 'true；只在大屏开放时间内判断则写 false',
  'a map from columns of the component to promises, such as `{ value: { atLeast: 1000 } }`':
    '从组件的列到约定的映射，例如 `{ value: { atLeast: 1000 } }`',
  '`en` or `zh`': '`en` 或 `zh`',
};
