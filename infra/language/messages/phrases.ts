/** Phrases in messages that are no sentences of their own, by the name of their placeholder. */
export const PHRASES = {
  weekday: {
    Monday: '星期一',
    Tuesday: '星期二',
    Wednesday: '星期三',
    Thursday: '星期四',
    Friday: '星期五',
    Saturday: '星期六',
    Sunday: '星期日',
  },
  // Sources of a table.
  noun: {
    file: '文件',
    'joined file': '连接的文件',
    document: '文档',
    header: '表头',
    result: '结果',
    dataset: '数据集',
  },
  // Numbers of columns that a component expects.
  count: {
    'exactly {n}': '应正好 {n} 列',
    'exactly {n}: {names}': '应正好 {n} 列：{names}',
    'at least {n}': '至少应有 {n} 列',
    '{n} to {n2}': '应有 {n} 到 {n2} 列',
  },
  // Lists and maps in brackets, as the parser of YAML names them.
  flow: {
    'flow map': '括号',
    'flow sequence': '括号',
    'flow collection': '括号',
    'Flow map': '括号',
    'Flow sequence': '括号',
    'Flow collection': '括号',
  },
};
