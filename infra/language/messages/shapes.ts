/** Sentences about the rules of components, and what pictures say. */
export const SHAPE_MESSAGES = {
  // Rules of tables
  'no row has {pair}': '没有 {pair} 的行',
  '{pair} is in the table twice': '表中有两行 {pair}',
  'give each row a different value': '每一行的值都要不同',
  '{path} is {cell}, but {cell2} on the first row of {group}': '{path} 为{cell}，而{group}第一行为{cell2}',
  'the table {name} has no {path} {value}': '表 {name} 中没有 {path} 为 {value} 的行',
  'write an existing {path} of the table {name}, or add the row to that table':
    '请写表 {name} 中已有的 {path}，或在该表中添加这一行',
  'holds a {path} of {n} levels; at most {n2} can be nested': '含有 {n} 层的 {path}，最多可嵌套 {n2} 层',
  'has {n} levels; at most {n2} can be nested': '有 {n} 层，最多可嵌套 {n2} 层',
  'is nested too deeply': '嵌套过深',
  'show the upper levels only': '请只显示上面几层',

  // Rules of bodies
  'the only index is 0': '下标只有 0',
  'give both lists the same values in the same order': '两个列表的值和顺序都要相同',
  'is {value}, but {path} is {value2}': '为 {value}，而 {path} 为 {value2}',
  'lacks {path}, which {path2} has': '缺少 {path}，而 {path2} 有',
  'add {path}, with an empty value if there is none': '请添加 {path}，没有值时留空',
  'the body has no value that could be named here': '响应体中没有可在此引用的值',
  'must be {literal}; found {found}': '应为 {literal}，现为 {found}',
  'must be at least {value}; found {found}': '不能小于 {value}，现为 {found}',
  'must be at most {value}; found {found}': '不能大于 {value}，现为 {found}',
  'must be an Object without fields; found {found}': '应为没有字段的对象，现为{found}',
  'must match {code}; found {found}': '应符合 {code}，现为 {found}',
  'remove its fields': '请去掉其中的字段',
  'write {choices}': '请写 {choices}',
  'write {literal}': '请写 {literal}',
  null: 'null',
  'The body is too large: {part}.': '响应体过大：{part}。',
  'the response has {n} bytes; a function may send at most {n2}': '响应有 {n} 字节，函数最多可发送 {n2} 字节',
  'show less: a component draws tens of values, not thousands': '请减少内容：组件适合绘制几十个值，而不是几千个',

  // Rules of single components
  'give two series of type column and two of type line': '请给出两个 column 类型和两个 line 类型的系列',
  'has {n} series; there must be four': '有 {n} 个系列，应为四个',
  'has {n} series of type {path}; there must be two': '有 {n} 个 {path} 类型的系列，应为两个',
  'has {n} keys of the form key<N>; must have exactly one': '有 {n} 个形如 key<N> 的键，应正好一个',
  'give each column an object of its own, such as {code}': '请给每列一个单独的对象，例如 {code}',
  'is already the key of {path}': '已是 {path} 的键',
  'give each column a key of its own': '每列的键都要不同',
  'the node {value} has hasNodes false': '节点 {value} 的 hasNodes 为 false',
  'set hasNodes of this node to true; in a table, to 1': '请把该节点的 hasNodes 设为 true；在表格中写 1',
  '{value} is not the id of a node': '{value} 不是任何节点的 id',
  'name a node whose hasNodes is true': '请写 hasNodes 为 true 的节点',
  "has '{text}', but the nodes are written in the other notation": '写的是“{text}”，而节点用的是另一种写法',
  "write the links with '{text}' like the nodes, or the nodes like the links":
    '请像节点那样用“{text}”写连线，或让节点与连线一致',
  'does not name the kind of a node of type {path}': '没有写明 {path} 类型节点的种类',
  'write an id such as {value}': '请写 id，例如 {value}',
  "write a number, or set options.xAxis to 'time'": "请写数字，或把 options.xAxis 设为 'time'",
  'write a time, or leave out options.xAxis for numbers': '请写时间；如果是数字，请去掉 options.xAxis',
  'that month has {n} days': '该月有 {n} 天',
  'has length {n}, but rows of name and num fill exactly {n2} columns':
    '长度为 {n}，而 name 和 num 的行正好填满 {n2} 列',
  'keep two columns, or make each row a list of cells (reading: sample)':
    '请保留两列，或让每行成为单元格的列表（reading: sample）',

  // Pictures
  'the link from {text} to {text2} leads back and closes a cycle': '从 {text} 到 {text2} 的连线指回前面，形成循环',
  'the link from {text} to {text2} leads back': '从 {text} 到 {text2} 的连线指回前面',
  'links from {text} to {text2} and {n} more lead back and close cycles':
    '从 {text} 到 {text2} 等 {n} 条以上的连线指回前面，形成循环',
  'leave these links out, or check their direction': '请去掉这些连线，或检查其方向',
  'The first {n} of {n2} {part} are drawn': '共 {n2} 个{part}，只绘制前 {n} 个',
  'The {n} largest of {n2} values are drawn': '共 {n2} 个数值，只绘制最大的 {n} 个',
  'The diagrams inside {n} node{s} are not drawn': '{n} 个节点内部的图没有绘制',
  'and {n} more': '还有 {n} 个',
  'No data': '没有数据',
  'The page at this address is shown here': '此处显示该地址的网页',
  'the response is too large for the shared cache, which takes 395 KB as gzip: each environment makes its own':
    '响应对共享缓存来说过大（压缩后最大 395 KB）：每个环境各自生成',
  'aggregate first, or leave `shared` out of its cache': '请先汇总，或从缓存中去掉 `shared`',

  // Options of components
  '{key} is unknown; known here: {names}': '未知的 {key}；可用的选项：{names}',
  '{key} is unknown; this component has no options': '未知的 {key}：该组件没有选项',
  '{key} is required: {part}': '缺少 {key}：{part}',
  '{key} must be {part}, found {found}': '{key} 应为{part}，现为 {found}',
  '{key} must be {choices}, found {found}': '{key} 应为 {choices}，现为 {found}',
  'a whole number of at least 0': '不小于 0 的整数',
  'a map from names to {part}': '名称到{part}的映射',
  'add options: { {path}: ... }': '请添加 options: { {path}: ... }',
  'give {path} the same value on every row of {group}': '请让{group}每一行的 {path} 相同',
  'give {part} here, or select rows of a list: {values}': '此处请给出{part}，或从列表中选取行：{values}',
  'a list{lengths}, each entry {part}': '列表{lengths}，每项为{part}',
  'add {path}: without it, {part}': '请添加 {path}：没有它，{part}',
  '{part} make {n} pairs; `fill` allows at most {n2}': '{part}共有 {n} 个组合，`fill` 最多允许 {n2} 个',
  '{n} by {n2} keys': '{n} 乘 {n2} 个键',
} as const;
