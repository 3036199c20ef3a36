/** The help of the commands, their options, arguments and notes besides those of `cost`. */
export const HELP_MESSAGES = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Commands:': '命令：',
  'prints this help': '显示此帮助',
  'prints the version': '显示版本',
  'the language of the terminal: en, zh; by default that of the system': '终端的语言：en、zh；默认为系统的语言',
  '{part} (default: {value})': '{part}（默认：{value}）',
  '{words} (default: {value})': '{words}（默认：{value}）',
  "unknown command '{name}'. For help: {command}": '未知的命令“{name}”。帮助：{command}',
  "unknown command '{name}' (Did you mean {name2}?). For help: {command}":
    '未知的命令“{name}”（是否应为 {name2}？）。帮助：{command}',
  'Topics, which {command} prints:': '主题，可用 {command} 阅读：',

  // Topics
  'the dashboard folder, every key of dashboard.yml with its example, .secrets.yml':
    '大屏文件夹：dashboard.yml 的每个键及示例、.secrets.yml',
  'how a component gets its rows from a file in any form: columns, totals, filters, time windows':
    '组件如何从各种格式的文件取数：选列、汇总、筛选、时间范围',
  'queries of Aurora MySQL: types, times, SQL, and a server on this machine':
    '查询 Aurora MySQL：类型、时间、SQL，以及本机上的服务器',
  'how an API feeds components: hosts, secrets, pages, and examples': 'API 如何供组件使用：主机、密钥、分页和示例',
  'how one file or one query feeds many components': '一个文件或一次查询如何供多个组件使用',
  'from files in S3 to a dataset: tables, partitions, samples, rights': '从 S3 中的文件到数据集：表、分区、抽样、权限',
  'front ends other than the platform, such as GoView or amis': '平台以外的前端，例如 GoView 或 amis',
  'the SQL of Athena that runs on this machine': '可在本机运行的 Athena SQL',
  'how to find a component': '如何查找组件',
  'all error codes of responses, and what to do': '响应中的所有错误代码和处理办法',
  'a wall that stays on: systemd, Windows, a container': '让大屏一直开着：systemd、Windows、容器',
  'the local stack, and the page that draws every endpoint': '本机运行，以及绘制每个接口的页面',
  'what a deployment changes and asks, the way back, who may deploy': '部署会更改和询问什么、如何回退、谁可以部署',
  'uploading files, the database, a data lake': '上传文件、数据库、数据湖',
  'secrets of requests, and how to replace them': '请求的令牌，以及如何更换',
  'what a dashboard costs in a month, and what lowers it': '大屏每月的费用，以及如何降低',
  'what a dashboard really used, why it differs from the forecast, and the fields of a log line':
    '大屏的实际用量、与预估不同的原因，以及日志行的字段',
  'metrics, alarms and logs': '指标、告警和日志',
  'what a token protects, and what it does not': '令牌能保护什么，不能保护什么',
  'installing a new version': '安装新版本',

  // Commands
  'Lists the commands and the topics, or prints a topic or a part of it.': '列出命令和主题，或显示主题及其中一部分。',
  'Creates a dashboard folder with sample data, or from your own CSV files.':
    '创建大屏文件夹，使用示例数据或您自己的 CSV 文件。',
  'Serves a dashboard folder on this machine, from the same package that a deployment would use.':
    '在本机运行大屏文件夹，使用与部署相同的程序包。',
  'Checks a dashboard folder: dashboard.yml, its SQL, and its data as the endpoints would read it.':
    '检查大屏文件夹：dashboard.yml、SQL，以及接口将读取的数据。',
  'Searches the components by words, and shows their columns, codes, limits and alternatives.':
    '按词语查找组件，显示列、编码、限制和相近的组件。',
  'Shows every endpoint of a deployed dashboard as a picture, on this machine. Needs no AWS credentials.':
    '在本机以图形显示已部署大屏的每个接口。不需要 AWS 凭证。',
  'Writes the sheets of a workbook to data/ as CSV files, and says which components they fit.':
    '把电子表格的工作表写成 data/ 中的 CSV 文件，并说明适合哪些组件。',
  'Lists the databases and tables of a data lake, and proposes a dataset. Needs AWS credentials.':
    '列出数据湖的数据库和表，并建议一个数据集。需要 AWS 凭证。',
  'Runs one dataset, and prints its columns, its first rows and what a query costs. Needs AWS credentials.':
    '运行一个数据集，显示列、前几行和一次查询的费用。需要 AWS 凭证。',
  'Estimates what a dashboard costs on AWS in a month, component by component. Needs no network and no AWS account.':
    '逐个组件估算大屏在 AWS 上每月的费用。不需要网络和 AWS 账号。',
  'Says which public files have the prices of a region, and makes a price list of them. Needs no network and no AWS account.':
    '说明哪些公开文件含有某个区域的价格，并据此生成价目表。不需要网络和 AWS 账号。',
  'Writes the CloudFormation template and the zips of a dashboard. Needs no network and no credentials.':
    '生成大屏的 CloudFormation 模板和压缩包。不需要网络和凭证。',
  'Shows what a deployment would add, change, replace and remove. Needs AWS credentials; changes nothing.':
    '显示部署会添加、更改、替换和删除什么。需要 AWS 凭证；不做任何更改。',
  'Deploys a dashboard as a stack of its own, uploads its data, and prints its URLs. Shows first what changes. Needs AWS credentials.':
    '把大屏部署为独立的堆栈，上传数据，并显示接口地址。先显示将有的更改。需要 AWS 凭证。',
  'Uploads the changed files of a dashboard’s data/ to the bucket of its stack, or to the bucket that dashboard.yml names. Needs AWS credentials.':
    '把 data/ 中更改过的文件上传到堆栈的存储桶，或 dashboard.yml 指定的存储桶。需要 AWS 凭证。',
  'Prints the component, name and URL of each endpoint of a deployed dashboard, ready to paste.':
    '显示已部署大屏每个接口的组件、名称和接口地址，可直接粘贴。',
  'Sends a request to every endpoint of a deployed or local dashboard, as the platform does, and lists those that do not work. Needs no AWS credentials.':
    '像平台一样向已部署或本机大屏的每个接口发送请求，列出有问题的接口。不需要 AWS 凭证。',
  'Writes an OpenAPI 3.1 document of a dashboard’s endpoints, for API clients. Needs no network.':
    '为 API 客户端生成大屏接口的 OpenAPI 3.1 文档。不需要网络。',
  'Removes the stack of a dashboard, with its data. Shows first what would be lost, and asks for confirmation. Needs AWS credentials.':
    '删除大屏的堆栈和数据。先显示会丢失什么，并请求确认。需要 AWS 凭证。',
  'Writes an IAM policy with the permissions that a deployment needs, and a role with this policy for GitHub.':
    '生成部署所需权限的 IAM 策略，以及供 GitHub 使用的角色。',

  // Options and arguments
  'the dashboard folder; the current one by default': '大屏文件夹；默认为当前文件夹',
  'a new or empty folder; . for the current one': '新的或空的文件夹；. 表示当前文件夹',
  'begins with this component, and sample data for it': '以此组件及其示例数据开始',
  'begins with these CSV files, each with a component that it fits': '以这些 CSV 文件开始，每个文件配一个适合的组件',
  'serves the demo, which feeds all components, unless --dashboard names another folder':
    '运行包含所有组件的演示，除非 --dashboard 指定了其他文件夹',
  'the port; 0 chooses any free port': '端口；0 表示任选空闲端口',
  'the address of the endpoints; 0.0.0.0 opens them to the local network. Only this machine can open the console':
    '接口的地址；0.0.0.0 对局域网开放。控制台只能在本机打开',
  'the port of the console; by default any free port': '控制台的端口；默认任选空闲端口',
  'serves the wall at /wall beside the endpoints: read-only, and for everyone who can reach them':
    '在接口旁的 /wall 提供大屏：只读，能访问接口的人都能打开',
  'prints one line a minute in place of one line a request': '每分钟打印一行，而不是每个请求一行',
  'appends to a file the lines that AWS would log, for cost --actual':
    '把 AWS 会记录的行追加到文件，供 cost --actual 使用',
  'opens the console in the browser': '在浏览器中打开控制台',
  'opens the page in the browser': '在浏览器中打开页面',
  'words of a component’s English or Chinese name, description or columns': '组件的中文名或英文名、说明或列名中的词语',
  'an .xlsx file': '.xlsx 文件',
  'imports only this sheet; by default all sheets that are neither hidden nor blank':
    '只导入此工作表；默认导入所有未隐藏且非空的工作表',
  'imports hidden sheets too': '也导入隐藏的工作表',
  'leaves out rows and columns that a filter or a user has hidden': '跳过筛选或用户隐藏的行和列',
  'the beginning of the deployed URLs, such as https://wall.example.com':
    '已部署接口地址的开头，例如 https://wall.example.com',
  'the stage, such as dev; each stage has its own stack': '阶段，例如 dev；每个阶段有自己的堆栈',
  'the beginning of the URLs; by default that of the stack': '接口地址的开头；默认为堆栈的接口地址',

  // help, init, start, check, components, console, import
  'a command or a topic, and words of a heading or table in it; or words to look for in all topics':
    '命令或主题，以及其中标题或表格里的词语；或在所有主题中查找的词语',
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
  'If only one component fits, it is shown in full: its columns with an example and the meaning of codes, its limits, and components with similar columns; below follow others with its name in theirs.':
    '如果只有一个组件符合，则完整显示：列及示例、编码的含义、限制，以及列相近的组件；其后列出名称中含有它的其他组件。',
  'json prints {json}.': 'json 输出 {json}。',
  'Paste the token into the page.': '请把令牌粘贴到页面中。',
  'The command keeps the token in memory only, and signs the requests with it.':
    '命令只在内存中保存令牌，并用它为请求签名。',
  'The first row of a sheet becomes the header.': '工作表的第一行作为表头。',
  'Formulas become their values, cells with an error stay as shown, and times become {code}.':
    '公式转换为其值，出错的单元格保持显示的内容，时间写成 {code}。',
  'Percentages and currencies keep their signs.': '百分数和货币保留其符号。',
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
  'prints the statement with values for its parameters, for Athena’s console, or the request without secrets, and calls nothing':
    '输出参数已代入值的语句，可用于 Athena 控制台；或输出不含密钥的请求；不发出任何调用',
  'runs the dataset over the files of data/ on this machine; needs no AWS credentials':
    '在本机用 data/ 中的文件运行数据集；不需要 AWS 凭证',
  'The columns with their types, the first {n} rows, the number of rows, the seconds, the scanned bytes and the price are printed.':
    '输出列及其类型、前 {n} 行、行数、秒数、扫描的字节数和费用。',
  'A query through Athena needs {names}, and access to the tables.':
    '通过 Athena 查询需要权限 {names}，以及对表的访问权限。',
  'Each run is a query of its own, and is billed.': '每次运行都是一次单独的查询，并会计费。',
  'A dataset over HTTP or Prometheus needs no stage: its host is called with the secrets of .secrets.yml.':
    'HTTP 或 Prometheus 数据集不需要阶段：用 .secrets.yml 中的密钥调用其主机。',
  'The pages and the bytes of the answer are printed, and lines with `rows` and `columns` for dashboard.yml if the dataset has none.':
    '输出响应的页数和字节数；如果数据集没有 `rows` 和 `columns`，还输出可写入 dashboard.yml 的内容。',
  'json adds pages and bytes for a host, and proposal: { rows, columns, lines } with such lines.':
    '对于主机，json 输出 pages 和 bytes；有上述内容时还输出 proposal: { rows, columns, lines }。',

  // prices, package, diff, deploy, upload
  'the region whose prices are wanted, such as eu-central-1': '需要其价格的区域，例如 eu-central-1',
  'prints the form of a price list': '显示价目表的格式',
  'a folder with the downloaded files; needs --region and --out': '存放下载文件的文件夹；须同时使用 --region 和 --out',
  'the price list to write, for the option --prices of the command cost':
    '要生成的价目表，供命令 cost 的选项 --prices 使用',
  'prices that the files do not have, for the units of the form, such as query=0.38 page=3':
    '文件中没有的价格，单位与价目表格式相同，例如 query=0.38 page=3',
  'the output folder; dist/packages/<dashboard>-<stage> in the current folder by default':
    '输出文件夹；默认为当前文件夹中的 dist/packages/<dashboard>-<stage>',
  'json prints {json}, with the folder relative to the current one.': 'json 输出 {json}，文件夹路径相对于当前文件夹。',
  'Progress and errors then go to standard error.': '此时进度和错误写到标准错误。',
  'also compares with what is in AWS, and names what was changed or deleted there without a deployment':
    '还与 AWS 中的实际情况比较，列出未经部署而被更改或删除的内容',
  'changes back what was changed or deleted in AWS without a deployment': '恢复在 AWS 中未经部署而被更改或删除的内容',
  'further stages, such as prod,test, whose stacks are deployed from the same package':
    '其他阶段，例如 prod,test；它们的堆栈由同一个包部署',
  'the folder that package wrote, in place of the folder of the dashboard': 'package 生成的文件夹，代替大屏的文件夹',
  'Makes the database role of the functions, and protects the data, of a stack that another tool has deployed. Needs AWS credentials.':
    '为其他工具部署的堆栈创建函数的数据库角色，并保护其数据。需要 AWS 凭证。',
  'Deploys a probe for an hour, asks AWS what no test can know without it, and removes everything. Costs less than a dollar. Needs AWS credentials.':
    '部署一个探测堆栈约一小时，向 AWS 查证没有它就无法得知的问题，然后全部删除。费用不到一美元。需要 AWS 凭证。',
  'the region in which the probe is deployed, such as eu-west-1': '部署探测堆栈的区域，例如 eu-west-1',
  'the file with the answers': '保存答案的文件',
  'only removes what an ended run has left': '只删除中断的运行留下的内容',
  'asks nothing: agrees to the price': '不再询问：同意费用',
  'The file has the date, the region, the answer of AWS to each question, and times.':
    '文件包含日期、区域、AWS 对每个问题的回答和用时。',
  'The account is masked.': '账号已隐去。',
  'deploys without a question if endpoints, and so their URLs, are gone':
    '即使有接口（及其地址）消失也直接部署，不再询问',
  'makes a new stack although the dashboard has one in another region or under another name':
    '即使该大屏在其他区域或以其他名称已有堆栈，也新建堆栈',
  'exit code 1 if a deployment would change anything': '如果部署会有任何更改，退出码为 1',
  'json prints {json}: {command} describes each field.': 'json 输出 {json}；各字段的说明见 {command}。',
  'The diff alone goes to standard output.': '标准输出中只有差异。',
  'applies data/*.sql to the database of the stack': '在堆栈的数据库中执行 data/*.sql',
  'deploys what package wrote to a folder, without the folder of the dashboard':
    '部署由 package 写到文件夹中的内容，不需要大屏文件夹',
  'sends no request to the endpoints at the end': '结束时不向接口发送请求',
  'restores the previous deployment, from the stack’s bucket': '从堆栈的存储桶恢复上一次部署',
  'the snapshot for a new database, or none for an empty database; by default the command proposes the last snapshot':
    '新数据库使用的快照，none 表示空数据库；默认由命令建议最近的快照',
  'asks nothing: deploys even if data is lost, and restores the last snapshot unless --snapshot names another':
    '不询问：即使会丢失数据也部署，并恢复最近的快照，除非 --snapshot 指定了其他快照',
  'the bucket; by default that of dashboard.yml, or else that of the stack':
    '存储桶；默认为 dashboard.yml 中的存储桶，否则为堆栈的存储桶',
  'also deletes the dashboard’s objects that are no longer in data/': '同时删除 data/ 中已不存在的大屏对象',

  // urls, verify, openapi, remove, policy
  'json prints {json}, in the order of dashboard.yml.': 'json 输出 {json}，顺序与 dashboard.yml 相同。',
  'table is the same as text.': 'table 与 text 相同。',
  'the beginning of the URLs; http://127.0.0.1:3000 for a local dashboard':
    '接口地址的开头；本机大屏为 http://127.0.0.1:3000',
  'with --url: the component that reads the data source': '与 --url 一起使用：读取该数据源的组件',
  'with --component: the URL of a data source that is not in the dashboard':
    '与 --component 一起使用：不在大屏中的数据源的接口地址',
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
  'the beginning of the deployed URLs; by default that of the local stack':
    '已部署接口地址的开头；默认为本机的接口地址',
  'Prints JSON to standard output: {command}. API clients import that file.':
    '向标准输出生成 JSON：{command}。API 客户端可导入该文件。',
  'the name of the stack, which confirms the removal without a question': '堆栈的名称，表示确认删除而不再询问',
  'the output folder; {found} by default': '输出文件夹；默认为 {found}',
  'the current folder': '当前文件夹',
  'the partition of the policies: {names}': '策略所属的分区：{names}',
} as const;
