/** The options, arguments and notes of the commands besides `cost`. */
export const OPTION_MESSAGES = {
  // help, init, start, check, components, console, import
  'a command or a topic, and words of a heading or table in it': '命令或主题，以及其中标题或表格里的词语',
  'Prints a document, or the sections whose heading or table has all words.':
    '显示文档，或标题、表格中含有全部词语的章节。',
  'In a pipe, a document is Markdown.': '通过管道输出时，文档为 Markdown 格式。',
  'For a command, prints its options first.': '对于命令，先显示其选项。',
  '{command} lists the commands and the topics.': '{command} 列出命令和主题。',
  'Without options, the command asks in a terminal what to begin with.': '不带选项时，命令会在终端中询问以什么开始。',
  'Without a terminal, it begins with four components.': '没有终端时，以四个组件开始。',
  'json prints {json}, with files relative to the current folder.': 'json 输出 {json}，文件路径相对于当前文件夹。',
  'github prints annotations for a workflow.': 'github 输出供工作流使用的注解。',
  'Exit code 1 means that there are errors.': '退出码 1 表示有错误。',
  'If only one component fits, it is shown in full: its columns with an example and the meaning of codes, its limits, and components with similar columns.':
    '如果只有一个组件符合，则完整显示：列及示例、代码的含义、限制，以及列相近的组件。',
  'json prints {json}.': 'json 输出 {json}。',
  'Paste the token into the page.': '请把令牌粘贴到页面中。',
  'The command keeps the token in memory only, and signs the requests with it.':
    '命令只在内存中保存令牌，并用它为请求签名。',
  'The first row of a sheet becomes the header.': '工作表的第一行作为表头。',
  'Formulas become their values, cells with an error stay as shown, and times become {code}.':
    '公式转换为其值，出错的单元格保持显示的内容，时间写成 {code}。',
  'A merged text fills its area.': '合并单元格中的文字填满整个区域。',
  'To import again after a change, repeat the command: it replaces the files.':
    '更改后要再次导入，请重新运行命令：文件会被替换。',

  // tables, query
  'a database, or one of its tables: shop.orders; all databases are listed without it':
    '数据库，或其中的一个表，如 shop.orders；不指定则列出所有数据库',
  'the data catalogue': '数据目录',
  'the region; by default that of dashboard.yml, or else of the environment':
    '区域；默认为 dashboard.yml 中的区域，否则为环境变量中的区域',
  'with a table: writes its types to data/lake/<table>.yml, for local queries and for check':
    '指定表时，把列的类型写入 data/lake/<table>.yml，供本地查询和 check 使用',
  'For one table, lines for dashboard.yml are printed: a dataset whose WHERE fits the types of the partitions.':
    '指定一个表时，输出可写入 dashboard.yml 的内容：一个数据集，其 WHERE 与分区的类型相符。',
  'No query is started.': '不会启动查询。',
  'The command needs {names}, and for the catalogue of Glue also {names2}.':
    '命令需要权限 {names}；使用 Glue 的目录时还需要 {names2}。',
  'json prints {json}, with proposal for one table.': 'json 输出 {json}；指定一个表时还有 proposal。',
  'the name of a dataset of dashboard.yml': 'dashboard.yml 中数据集的名称',
  'the workgroup; by default that of the dataset, of --stage, or else primary':
    '工作组；默认依次为数据集的、--stage 的工作组，否则为 primary',
  'prints the statement with values for its parameters, for Athena’s console, and calls nothing':
    '输出参数已代入值的语句，可用于 Athena 控制台，不发出任何调用',
  'runs the dataset over the files of data/ on this machine; needs no AWS credentials':
    '在本机用 data/ 中的文件运行数据集；不需要 AWS 凭证',
  'The columns with their types, the first {n} rows, the number of rows, the seconds, the scanned bytes and the price are printed.':
    '输出列及其类型、前 {n} 行、行数、秒数、扫描的字节数和费用。',
  'A query through Athena needs {names}, and access to the tables.':
    '通过 Athena 查询需要权限 {names}，以及对表的访问权限。',
  'Each run is a query of its own, and is billed.': '每次运行都是一次单独的查询，并会计费。',

  // prices, package, diff, deploy, upload
  'the region whose prices are wanted, such as eu-central-1': '需要其价格的区域，例如 eu-central-1',
  'prints the form of a price list': '显示价目表的格式',
  'a folder with the downloaded files; needs --region and --out': '存放下载文件的文件夹；须同时使用 --region 和 --out',
  'the price list to write, for the option --prices of the command cost':
    '要写出的价目表，供命令 cost 的选项 --prices 使用',
  'prices that the files do not have, for the units of the form, such as query=0.38 page=3':
    '文件中没有的价格，单位与价目表格式相同，例如 query=0.38 page=3',
  'the output folder; dist/packages/<dashboard>-<stage> in the current folder by default':
    '输出文件夹；默认为当前文件夹中的 dist/packages/<dashboard>-<stage>',
  'json prints {json}, with the folder relative to the current one.': 'json 输出 {json}，文件夹路径相对于当前文件夹。',
  'Progress and errors then go to standard error.': '此时进度和错误写到标准错误。',
  'exit code 1 if a deployment would change anything': '如果部署会有任何更改，退出码为 1',
  'json prints {json}: {command} describes each field.': 'json 输出 {json}；各字段的说明见 {command}。',
  'The diff alone goes to standard output.': '标准输出中只有差异。',
  'applies data/*.sql to the database of the stack': '在堆栈的数据库中执行 data/*.sql',
  'deploys what package wrote to a folder, without the folder of the dashboard':
    '部署由 package 写到文件夹中的内容，不需要看板文件夹',
  'sends no request to the endpoints at the end': '结束时不向接口发送请求',
  'restores the previous deployment, from the stack’s bucket': '从堆栈的存储桶恢复上一次部署',
  'the snapshot for a new database, or none for an empty database; by default the command proposes the last snapshot':
    '新数据库使用的快照，none 表示空数据库；默认由命令建议最近的快照',
  'asks nothing: deploys even if data is lost, and restores the last snapshot unless --snapshot names another':
    '不询问：即使会丢失数据也部署，并恢复最近的快照，除非 --snapshot 指定了其他快照',
  'the bucket; by default that of dashboard.yml, or else that of the stack':
    '存储桶；默认为 dashboard.yml 中的存储桶，否则为堆栈的存储桶',
  'also deletes the dashboard’s objects that are no longer in data/': '同时删除 data/ 中已不存在的看板对象',

  // urls, verify, openapi, remove, policy
  'json prints {json}, in the order of dashboard.yml.': 'json 输出 {json}，顺序与 dashboard.yml 相同。',
  'table is the same as text.': 'table 与 text 相同。',
  'the beginning of the URLs; http://127.0.0.1:3000 for a local dashboard':
    '网址的开头；本机看板为 http://127.0.0.1:3000',
  'with --url: the component that reads the data source': '与 --url 一起使用：读取该数据源的组件',
  'with --component: the URL of a data source that is not in the dashboard':
    '与 --component 一起使用：不在看板中的数据源的网址',
  'the environment variable with the token; .secrets.yml by default': '存放令牌的环境变量；默认使用 .secrets.yml',
  'the environment variable with the API key; .secrets.yml by default':
    '存放 API 密钥的环境变量；默认使用 .secrets.yml',
  'the front end whose requests are sent; by default the `client` of each endpoint':
    '按哪种前端发送请求；默认为各接口的 `client`',
  'the timePeriod of the requests': '请求的 timePeriod',
  'Each endpoint must respond with status 200 within 10 s, send a body that is valid for its component and not stale, and allow CORS for an allowed origin.':
    '每个接口须在 10 秒内以状态 200 响应，响应体须符合其组件且没有过期，并对允许的来源开放 CORS。',
  'An endpoint with a token must refuse requests without a digest, with a wrong digest and with an old digest.':
    '带令牌的接口须拒绝没有摘要、摘要错误和摘要过旧的请求。',
  'Exit code 1 means that an endpoint failed.': '退出码 1 表示有接口未通过。',
  'the beginning of the deployed URLs; by default that of the local stack': '已部署网址的开头；默认为本机的网址',
  'Prints JSON to standard output: {command}. API clients import that file.':
    '向标准输出写出 JSON：{command}。API 客户端可导入该文件。',
  'the name of the stack, which confirms the removal without a question': '堆栈的名称，表示确认删除而不再询问',
  'the output folder; {found} by default': '输出文件夹；默认为 {found}',
  'the current folder': '当前文件夹',
  'the partition of the policies: {names}': '策略所属的分区：{names}',
} as const;
