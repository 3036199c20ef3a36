/** Sentences that commands print, and errors in what a user types. */
export const COMMAND_MESSAGES = {
  // Arguments
  "unexpected argument '{text}'. For help: {command}": '多余的参数“{text}”。帮助：{command}',
  "unexpected argument '{text}' (Did you mean {command}?). For help: {command2}":
    '多余的参数“{text}”（是否应为 {command}？）。帮助：{command2}',
  "option '{text}' needs a value. For help: {command}": '选项“{text}”缺少值。帮助：{command}',
  "missing required argument '{text}'. For help: {command}": '缺少参数“{text}”。帮助：{command}',
  'npm did not pass {option} on: {part}. For help: {command}': 'npm 没有传递 {option}：{part}。帮助：{command}',
  'unset {variable}, or write {command}': '请取消环境变量 {variable}，或写成 {command}',
  'write all options behind --: {command}': '请把所有选项写在 -- 之后：{command}',
  "There is no help for '{text}'; topics: {names}": '没有关于“{text}”的帮助；主题：{names}',
  "There is no help for '{text}'; {part} topics: {names}": '没有关于“{text}”的帮助；{part}主题：{names}',
  "No heading or table of {name} has '{text}'": '主题 {name} 中没有含“{text}”的标题或表格',
  "No heading or table of {name} has '{text}'; {part}": '主题 {name} 中没有含“{text}”的标题或表格；{part}',
  '{command} searches the components': '{command} 可查找组件',
  'Headings:': '标题：',
  "These topics have '{text}':": '以下主题含有“{text}”：',
  '{name} needs the sources of Wallfeed: clone its repository, and run {command} there':
    '{name} 需要 Wallfeed 的源代码：请克隆其仓库，并在其中运行 {command}',
  '--dashboard: {file} is not a folder; name its folder, {folder}':
    '--dashboard：{file} 不是文件夹；请指定其所在的文件夹 {folder}',
  '--dashboard: {file} is not a folder; name a folder with a dashboard.yml':
    '--dashboard：{file} 不是文件夹；请指定含有 dashboard.yml 的文件夹',
  '--out: {file} cannot be used as the output folder, because it is not a folder':
    '--out：{file} 不是文件夹，不能作为输出文件夹',
  '--out: {folder} contains {file}, which is not part of a package; choose a new folder':
    '--out：{folder} 中有 {file}，它不属于程序包；请选择新的文件夹',
  '{option} must be a URL such as {path}, found {text}': '{option} 应为地址，例如 {path}，现为 {text}',
  '{folder} has no valid endpoint: {command} says why': '{folder} 没有有效的接口，原因见 {command}',
  '{folder} has no valid dashboard name: {command} says why': '{folder} 没有有效的大屏名称，原因见 {command}',
  '--stage is missing: add it, such as --stage dev': '缺少 --stage：请加上，例如 --stage dev',
  '--stage {part}; found {text}': '--stage {part}，现为 {text}',
  'must be lower-case letters and digits with a letter first, such as dev': '应为小写字母和数字，以字母开头，例如 dev',
  'must not be {name}, because names of families begin with that word': '不能为 {name}，组件系列的名称以它开头',
  '--stage must not be local, which is the stage of {command}; choose another one, such as dev':
    '--stage 不能为 local，它是 {command} 的阶段；请换一个，例如 dev',
  '--base is missing: add it, such as --base {path}': '缺少 --base：请加上，例如 --base {path}',
  '--base is missing: add it, such as --base {path}. For a local dashboard, {command} serves the console':
    '缺少 --base：请加上，例如 --base {path}。本机大屏的控制台由 {command} 提供',
  '--region is missing: add it, such as --region eu-west-1, or set AWS_REGION':
    '缺少 --region：请加上，例如 --region eu-west-1，或设置 AWS_REGION',
  'no region: write `region` in dashboard.yml, or set AWS_REGION':
    '没有区域：请在 dashboard.yml 中写 `region`，或设置 AWS_REGION',

  // Files
  'warning: {part} ({part2})': '警告：{part}（{part2}）',
  'Others with this in their names:': '名称中含有它的其他组件：',
  'The stack {name} in {region} has changed since {part}, so nothing was deployed.':
    '{region} 的堆栈 {name} 在{part}之后已被更改，因此没有部署任何内容。',
  'this deployment began': '本次部署开始',
  'its changes were shown': '显示更改',
  'To see the difference and deploy it, repeat the command: {command}': '要查看差异并部署，请重复执行命令：{command}',
  '{path} cannot be used: {part}': '无法使用 {path}：{part}',
  'Cannot write {path}. Wallfeed installs and builds inside its own folder, {folder}: make that folder writable, or copy it to one that you own.':
    '无法写入 {path}。Wallfeed 在自己的文件夹 {folder} 中安装和构建：请使该文件夹可写，或复制到您自己的文件夹。',
  'the standard output cannot be written: {part}': '无法写入标准输出：{part}',
  'it would be larger than this system allows': '超出系统允许的大小',
  'its folder does not exist': '其所在的文件夹不存在',
  'it does not exist': '它不存在',
  'check who may read and write it': '请检查读写权限',
  'wrote {file}': '已写入 {file}',
  stopped: '已停止',
  failed: '失败',

  // init
  'name the new folder: {command}': '请指定新文件夹：{command}',
  '{folder} is not empty: it contains {file}; name a new or empty folder':
    '{folder} 不是空文件夹，其中有 {file}；请指定新的或空的文件夹',
  '{folder} is a file; name a new or empty folder': '{folder} 是文件；请指定新的或空的文件夹',
  'What does the dashboard begin with?': '大屏以什么开始？',
  '1  {n} components with sample data: {names}': '1  {n} 个带示例数据的组件：{names}',
  '2  one component with sample data': '2  一个带示例数据的组件',
  '3  your own CSV files': '3  您自己的 CSV 文件',
  '1, 2 or 3 [1]:': '1、2 或 3 [1]：',
  'The name of the component:': '组件名称：',
  'The paths of the files, with blanks between them:': '文件路径，以空格分隔：',
  '{path}: {component} from data/{files}': '{path}：{component}，数据文件 data/{files}',
  '--component: {part} ({part2})': '--component：{part}（{part2}）',
  '--component and --from cannot be used together; add the other endpoints later':
    '--component 和 --from 不能同时使用；其他接口请以后添加',
  '--from: two files are called {file}; rename one of them': '--from：有两个文件都名为 {file}；请重命名其中一个',
  '{file} is empty: write a header and rows into it': '{file} 是空文件：请写入表头和数据行',
  '{file} would be run as SQL: call it {file2}': '{file} 会被当作 SQL 执行：请改名为 {file2}',
  '{file} cannot be read: {part}': '无法读取 {file}：{part}',
  '{file} is a workbook: make CSV files of it with {command}': '{file} 是电子表格：请用 {command} 转换为 CSV 文件',
  'no component takes {file}': '没有组件适合 {file}',
  'no component takes {file}: {part}': '没有组件适合 {file}：{part}',
  '{file} does not exist': '{file} 不存在',

  // components
  '{n} components.': '{n} 个组件。',
  'To show one in full: {command}': '完整显示一个组件：{command}',
  'For other front ends than the platform:': '用于平台以外的前端：',
  "No component has '{text}' in its name, its description or its columns: {part}":
    '没有组件的名称、说明或列含有“{text}”：{part}',
  '{command} lists all of them': '{command} 会列出所有组件',
  'Picture: {path}': '图片：{path}',
  'Columns, by position': '列，按位置',
  'Columns, by position ({part})': '列，按位置（{part}）',
  'With {words}: {words2}': '{words}: {words2} 时',
  'With {words}: {words2} ({part})': '{words}: {words2} 时（{part}）',
  'Table {words}': '表 {words}',
  'Table {words} ({part})': '表 {words}（{part}）',
  'Table {words}, which may be left out': '表 {words}，可以省略',
  'Table {words}, which may be left out ({part})': '表 {words}，可以省略（{part}）',
  '{part}; the header is sent as data': '{part}；表头作为数据发送',
  'such as {text}': '例如 {text}',
  'Similar columns: {names}': '列相近的组件：{names}',
  'text as it is': '原样文本',
  'list of texts, separated by {value}': '文本列表，以 {value} 分隔',
  'list of numbers, separated by {value}': '数字列表，以 {value} 分隔',
  '{part}, may be blank': '{part}，可为空',
  "{part}, may be blank, then ''": '{part}，可为空，此时为空文本',
  'number: {n} no, {n2} yes': '数字：{n} 否，{n2} 是',
  'number: {n} recovered, {n2} warning, {n3} critical': '数字：{n} 已恢复，{n2} 警告，{n3} 严重',
  'number: {n} front end, {n2} application, {n3} business system, {n4} database, {n5} NoSQL store, {n6} message queue, {n7} external, {n8} group':
    '数字：{n} 前端，{n2} 应用，{n3} 业务系统，{n4} 数据库，{n5} NoSQL 存储，{n6} 消息队列，{n7} 外部系统，{n8} 分组',
  'number: {value} default, {n} healthy, {n2} warning, {n3} severe, {n4} canceled':
    '数字：{value} 默认，{n} 健康，{n2} 警告，{n3} 严重，{n4} 已取消',

  // import
  '{file} is a CSV file, which needs no import: copy it to data/, and name it as `csv` in dashboard.yml':
    '{file} 是 CSV 文件，无需导入：请复制到 data/，并在 dashboard.yml 中写为 `csv`',
  '--sheet: there is no sheet {name} ({part})': '--sheet：没有工作表 {name}（{part}）',
  'the workbook has {names}': '现有的工作表：{names}',
  'the workbook has no sheet with cells': '电子表格中没有含单元格的工作表',
  'the file cannot be read as .xlsx ({part}); open it and save it as .xlsx again':
    '文件不能作为 .xlsx 读取（{part}）；请打开后重新另存为 .xlsx',
  'the file is damaged': '文件已损坏',
  'its part {path} is missing': '缺少其中的 {path}',
  'the end of the file is missing': '文件的结尾缺失',
  'its part {path} is encrypted': '其中的 {path} 已加密',
  'its part {path} is compressed with the unusual method {n}': '其中的 {path} 使用了少见的压缩方法 {n}',
  'its part {path} is damaged: {part}': '其中的 {path} 已损坏：{part}',
  'its compressed data is cut short or changed': '压缩数据被截断或改动',
  'it is no correct XML': '它不是正确的 XML',
  'an element is longer or deeper than office software writes it': '有元素比办公软件生成的更长或嵌套更深',
  'cell {value} is outside of the sheet': '单元格 {value} 在工作表之外',
  "cell {value} has no number: '{text}'": '单元格 {value} 的内容不是数字：“{text}”',
  "cell {value} has no time: '{text}'": '单元格 {value} 的内容不是时间：“{text}”',
  'cell {value} has the shared text {value2}, and the workbook has {n}':
    '单元格 {value} 引用共享文本 {value2}，而电子表格只有 {n} 个',
  'this is not an .xlsx file; save it as .xlsx': '这不是 .xlsx 文件；请另存为 .xlsx',
  'Left out the hidden sheet {name}: --hidden imports it': '跳过了隐藏的工作表 {name}：加上 --hidden 可导入',
  'Wrote {file} from the sheet {name}: {part}': '已把工作表 {name} 写入 {file}：{part}',
  'Replaced {file} from the sheet {name}: {part}': '已用工作表 {name} 替换 {file}：{part}',
  '{n} row{s}': '{n} 行',
  '{n} cell{s} with an error such as #DIV/0! {verb} as shown': '{n} 个出错的单元格（如 #DIV/0!）保持显示的内容',
  '{n} merged number{s} {verb} in the first cell of the area': '{n} 个合并单元格中的数字保留在区域的第一个单元格',
  '{n} formula{s} without a stored value, first in {value}, {verb} blank: save the workbook in Excel or LibreOffice, and import again':
    '{n} 个公式没有存储的值，首个在 {value}，写为空：请用 Excel 或 LibreOffice 保存后重新导入',
  'a filter or a user has hidden {part}, also imported: --visible leaves out what is hidden':
    '筛选或用户隐藏了{part}，也已导入：加上 --visible 可跳过隐藏的内容',
  'left out what a filter or a user has hidden: {part}': '跳过了筛选或用户隐藏的内容：{part}',
  '{n} row{s} and {n2} column{s2}': ' {n} 行和 {n2} 列',
  '{n} column{s}': ' {n} 列',
  'column {value}: {n} plain number{s} written in the form of the other cells, {value2} as {value3}':
    '{value} 列：{n} 个普通数字按其他单元格的形式书写，{value2} 写为 {value3}',
  'column {value}: {n} percentage{s} written in the form of the other cells, {value2} as {value3}':
    '{value} 列：{n} 个百分数按其他单元格的形式书写，{value2} 写为 {value3}',
  'fits no component, neither as it is nor with a selection': '没有适合的组件，加上取数设置也不适合',
  'fits {names} with a selection. Write in dashboard.yml, below `endpoints`:':
    '加上取数设置后适合 {names}。请写入 dashboard.yml 的 `endpoints` 之下：',
  'fits {names}': '适合 {names}',
  'also fits {names}': '也适合 {names}',
  'with other columns also fits {names}': '换用其他列也适合 {names}',
  'Checks the dashboard with each change: its file, its SQL and its data.':
    '每次更改时检查大屏：dashboard.yml、SQL 和数据。',

  // start
  '{path}: {n}, no endpoint has this address': '{path}：{n}，没有接口使用此地址',
  '{method} {path}: {n}, no endpoint has this address': '{method} {path}：{n}，没有接口使用此地址',
  '{method} {path}: {n}, no endpoint has this address; an endpoint takes GET if dashboard.yml names its front end, such as `client: goview`':
    '{method} {path}：{n}，没有接口使用此地址；如果 dashboard.yml 指定了前端，例如 `client: goview`，接口可用 GET 访问',
  '--port must be a number from 0 to 65535, found {text}': '--port 应为 0 到 65535 的数字，现为 {text}',
  '--console-port must be a number from 0 to 65535, found {text}': '--console-port 应为 0 到 65535 的数字，现为 {text}',
  '--console-port must be another port than --port, found {n} for both':
    '--console-port 应与 --port 不同，现在都是 {n}',
  '--host must be an address such as 0.0.0.0, found {text}': '--host 应为地址，例如 0.0.0.0，现为 {text}',
  '--log: {file} exists, and is no log: choose another name, such as wall.log':
    '--log：{file} 已存在，且不是日志：请换一个名称，例如 wall.log',
  'Nothing to serve because of {names}: an error there affects every endpoint, even valid ones.':
    '由于 {names}，没有可用的接口：此处的错误影响所有接口，包括正确的接口。',
  'Correct it first.': '请先改正。',
  'Nothing to serve: correct the dashboard, or choose another: {command}':
    '没有可用的接口：请改正大屏，或选择其他大屏：{command}',
  'Defaults in place of invalid keys: {text}': '无效的键由默认值代替：{text}',
  '{n} endpoint{s} {verb} TOKEN_UNAVAILABLE: {part}': '{n} 个接口的响应为 TOKEN_UNAVAILABLE：{part}',
  '.secrets.yml lacks {names}': '.secrets.yml 中缺少 {names}',
  'the environment lacks {names}': '环境变量中缺少 {names}',
  'Athena is emulated by DuckDB, with the CSV and Parquet files of data/ as its tables.':
    '由 DuckDB 模拟 Athena，以 data/ 中的 CSV 和 Parquet 文件为表。',
  'Not reloaded; the previous version is still served.': '没有重新加载；仍使用上一个版本。',
  'The local database does not start: {message} ({part})': '本机数据库无法启动：{message}（{part}）',

  // urls, verify, openapi
  Endpoint: '接口',
  Title: '标题',
  Cache: '缓存',
  passed: '通过',
  FAILED: '未通过',
  fresh: '最新',
  '{n} endpoint{s} passed': '{n} 个接口通过',
  '{n} endpoint{s} failed': '{n} 个接口未通过',
  '{n} endpoint{s} failed, {n2} passed': '{n} 个接口未通过，{n2} 个通过',
  '{check}: {host} cannot be reached ({reason}).': '{check}：无法连接 {host}（{reason}）。',
  'Check the address and the network.': '请检查地址和网络。',
  'Not listed, because the definition is invalid: {names}.': '由于定义无效而未列出：{names}。',
  'Not verified, because the definition is invalid: {names}.': '由于定义无效而未验证：{names}。',
  'Left out, because the definition is invalid: {names}.': '由于定义无效而未包含：{names}。',
  '{command} says why': '原因见 {command}',
  '--period must be a number of minutes, found {text}': '--period 应为分钟数，现为 {text}',
  '--client must be one of {names}; found {text}': '--client 应为 {names} 之一，现为 {text}',
  '{option}: the environment variable {name} is empty or not set': '{option}：环境变量 {name} 为空或未设置',
  'give --component and --url together, such as {command}': '--component 和 --url 须同时使用，例如 {command}',

  // tables, query
  'There is no {part} in the catalogue: {part2}': '目录中没有{part}：{part2}',
  'database {name}': '数据库 {name}',
  'table in {database} {name}': '数据库 {database} 中的表 {name}',
  'it has {names}': '现有 {names}',
  'it has none': '目录为空',
  '{file} has other types: nothing was written.': '{file} 中的类型不同：没有写入。',
  'Delete the file to replace it, or compare it with the list': '请删除该文件以便替换，或与列表比较',
  '{file} has these types already': '{file} 已有这些类型',
  '--write needs a table: name one, as in {command}': '--write 需要指定一个表，例如 {command}',
  'The catalogue has no databases.': '目录中没有数据库。',
  'The database {name} has no tables.': '数据库 {name} 没有表。',
  'Lines for dashboard.yml:': '可写入 dashboard.yml 的内容：',
  'columns: {list}': '列：{list}',
  'partitions: {list}': '分区：{list}',
  partition: '分区',
  'the dataset {name} is invalid: {command} says why': '数据集 {name} 无效，原因见 {command}',
  'there is no dataset {name}: {part}': '没有数据集 {name}：{part}',
  'dashboard.yml has no datasets': 'dashboard.yml 中没有数据集',
  'dashboard.yml has {names}': 'dashboard.yml 中有 {names}',
  '--print: the dataset {name} has no statement, because its rows are metrics of CloudWatch':
    '--print：数据集 {name} 没有语句，因为其数据是 CloudWatch 的指标',
  '--print: the dataset {name} has no statement, because its rows are in a file':
    '--print：数据集 {name} 没有语句，因为其数据在文件中',
  'the dataset {name} is in a stack: add its stage, such as --stage dev, or --local':
    '数据集 {name} 在堆栈中：请加上阶段，例如 --stage dev，或加上 --local',
  '{n} row{s}, {seconds} s, {size} scanned': '{n} 行，{seconds} 秒，扫描 {size}',
  '{n} row{s}, of which the first {n2} are shown, {seconds} s, {size} scanned':
    '{n} 行（显示前 {n2} 行），{seconds} 秒，扫描 {size}',
  '{n} row{s}, {seconds} s, {n2} page{s2}, {size}': '{n} 行，{seconds} 秒，{n2} 页，{size}',
  '{n} row{s}, of which the first {n2} are shown, {seconds} s, {n3} page{s3}, {size}':
    '{n} 行（显示前 {n2} 行），{seconds} 秒，{n3} 页，{size}',
  ':to {time}': ':to {time}',
  ':from {time}, :to {time2}': ':from {time}，:to {time2}',
  'not in {file}: {path}': '{file} 中没有 {path}',
  'Further columns: {names}': '其他列：{names}',
  'Lines for `http` of the dataset {name} in dashboard.yml:': '可写入 dashboard.yml 中数据集 {name} 的 `http` 的内容：',
  'Lines in place of the dataset {name} in dashboard.yml:': '可替换 dashboard.yml 中数据集 {name} 的内容：',
  '{amount} US dollars a query': '每次查询 {amount} 美元',
  '{amount} US dollars a query, {amount2} US dollars a month': '每次查询 {amount} 美元，每月 {amount2} 美元',

  // AWS
  'There are no AWS credentials in the environment: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY':
    '环境中没有 AWS 凭证：请设置 AWS_PROFILE，或 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY',
  'The AWS credentials have expired: sign in again, such as with aws sso login, and repeat the command':
    'AWS 凭证已过期：请重新登录，例如使用 aws sso login，然后重新运行命令',
  'The AWS credentials have expired: sign in again, such as with aws sso login --profile {name}, and repeat the command':
    'AWS 凭证已过期：请重新登录，例如使用 aws sso login --profile {name}，然后重新运行命令',
  'AWS_{name} is set without AWS_{name2}: set both, or set AWS_PROFILE':
    '设置了 AWS_{name}，但没有设置 AWS_{name2}：请同时设置两者，或设置 AWS_PROFILE',
  'AWS_PROFILE names the profile {name}, which is in neither {file} nor {file2}.':
    'AWS_PROFILE 指定的配置 {name} 既不在 {file} 中，也不在 {file2} 中。',
  'AWS_PROFILE names the profile {name} (did you mean {name2}?), which is in neither {file} nor {file2}.':
    'AWS_PROFILE 指定的配置 {name}（是否应为 {name2}？）既不在 {file} 中，也不在 {file2} 中。',
  'Correct AWS_PROFILE, or make the profile: {line}': '请改正 AWS_PROFILE，或创建该配置：{line}',
  'The profile {name} of {names} gives no credentials: {error}.': '{names} 中的配置 {name} 没有提供凭证：{error}。',
  'it has no keys, no role and no sign-in': '它没有密钥、角色或登录方式',
  'its source_profile {name} is missing or has no credentials': '它的 source_profile {name} 不存在或没有凭证',
  'The proxy {name} asks for a user and a password, or refuses those that it got: write them into HTTPS_PROXY, as {line}':
    '代理 {name} 要求用户名和密码，或拒绝了已提供的：请写入 HTTPS_PROXY，格式为 {line}',
  'The proxy {name} opened no connection: allow the host there, or name it in NO_PROXY':
    '代理 {name} 没有建立连接：请在代理中允许该主机，或把它写入 NO_PROXY',
  'The proxy {name} opened no connection (status {n}): allow the host there, or name it in NO_PROXY':
    '代理 {name} 没有建立连接（状态 {n}）：请在代理中允许该主机，或把它写入 NO_PROXY',
  'The certificate of AWS is not trusted ({text}): name the certificate of your proxy in NODE_EXTRA_CA_CERTS or AWS_CA_BUNDLE':
    'AWS 的证书不受信任（{text}）：请在 NODE_EXTRA_CA_CERTS 或 AWS_CA_BUNDLE 中指定代理的证书',
  'AWS gives no credentials: {error}': 'AWS 没有提供凭证：{error}',
  'Sign in: {line}': '请登录：{line}',
  'Complete it: {line}': '请补全它：{line}',
  'Correct source_profile, or make {name}': '请改正 source_profile，或创建 {name}',
  'Correct the profile, and repeat the command': '请改正该配置，然后重新运行命令',
  'Get a session with the code: {line}.': '请用验证码获取会话：{line}。',
  'Set what it prints, and unset AWS_PROFILE': '请设置它输出的变量，并取消 AWS_PROFILE',
  'Run the credential_process of the profile {name} yourself, and correct it: it must end with exit code 0':
    '请自己运行配置 {name} 的 credential_process 并改正它：其退出码应为 0',
  'AWS does not accept these credentials: check AWS_PROFILE, or AWS_ACCESS_KEY_ID and its secret':
    'AWS 不接受这些凭证：请检查 AWS_PROFILE，或 AWS_ACCESS_KEY_ID 及其密钥',
  'AWS is refusing calls for now: repeat the command in a minute': 'AWS 暂时拒绝调用：请一分钟后重新运行命令',
  Packaging: '正在打包',
  'Account {account}, region {region}': '账号 {account}，区域 {region}',
  'Verifying the endpoints': '正在验证接口',
  'The database has these seeds already, and stays as it is.': '数据库已有这些种子数据，保持不变。',
  'Type yes to continue:': '输入 yes 继续：',
  'Type {name} to remove it:': '输入 {name} 以删除它：',
  'The new budget counts nothing until its tags are active.': '新预算的标签激活之前，它不统计任何费用。',
  'AWS knows the tags a day after the deployment.': 'AWS 在部署一天后才知道这些标签。',
  'Then run, in the account that pays: {line}': '然后请在付款账号中运行：{line}',
  '{name} is removed.': '{name} 已删除。',
  '--region or --form is missing: add one, such as --region eu-central-1':
    '缺少 --region 或 --form：请加上其中之一，例如 --region eu-central-1',
  '--region must be a region of AWS, such as eu-central-1, not {text}':
    '--region 应为 AWS 的区域，例如 eu-central-1，现为 {text}',
} as const;
