/** The help of the commands. */
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
    '看板文件夹：dashboard.yml 的每个键及示例、.secrets.yml',
  'how a component gets its rows from a file in any form: columns, totals, filters, time windows':
    '组件如何从各种格式的文件取数：选列、汇总、筛选、时间窗口',
  'how one file or one query feeds many components': '一个文件或一次查询如何供多个组件使用',
  'from files in S3 to a dataset: tables, partitions, samples, rights': '从 S3 中的文件到数据集：表、分区、抽样、权限',
  'front ends other than the platform, such as GoView or amis': '平台以外的前端，例如 GoView 或 amis',
  'the SQL of Athena that runs on this machine': '可在本机运行的 Athena SQL',
  'how to find a component': '如何查找组件',
  'all error codes of responses, and what to do': '响应中的所有错误代码和处理办法',
  'the local stack, and the page that draws every endpoint': '本机运行，以及绘制每个接口的页面',
  'what a deployment changes and asks, the way back, who may deploy': '部署会更改和询问什么、如何回退、谁可以部署',
  'uploading files, the database, a data lake': '上传文件、数据库、数据湖',
  'secrets of requests, and how to replace them': '请求的令牌，以及如何更换',
  'what a dashboard costs in a month, and what lowers it': '看板每月的费用，以及如何降低',
  'what a dashboard really used, why it differs from the forecast, and the fields of a log line':
    '看板的实际用量、与预估不同的原因，以及日志行的字段',
  'metrics, alarms and logs': '指标、告警和日志',
  'what a token protects, and what it does not': '令牌能保护什么，不能保护什么',
  'installing a new version': '安装新版本',

  // Commands
  'Lists the commands and the topics, or prints a topic or a part of it.': '列出命令和主题，或显示主题及其中一部分。',
  'Creates a dashboard folder with sample data, or from your own CSV files.':
    '创建看板文件夹，使用示例数据或您自己的 CSV 文件。',
  'Serves a dashboard folder on this machine, from the same package that a deployment would use.':
    '在本机运行看板文件夹，使用与部署相同的程序包。',
  'Checks a dashboard folder: dashboard.yml, its SQL, and its data as the endpoints would read it.':
    '检查看板文件夹：dashboard.yml、SQL，以及接口将读取的数据。',
  'Searches the components by words, and shows their columns, codes, limits and alternatives.':
    '按词语查找组件，显示列、代码、限制和相近的组件。',
  'Shows every endpoint of a deployed dashboard as a picture, on this machine. Needs no AWS credentials.':
    '在本机以图形显示已部署看板的每个接口。不需要 AWS 凭证。',
  'Writes the sheets of a workbook to data/ as CSV files, and says which components they fit.':
    '把电子表格的工作表写成 data/ 中的 CSV 文件，并说明适合哪些组件。',
  'Lists the databases and tables of a data lake, and proposes a dataset. Needs AWS credentials.':
    '列出数据湖的数据库和表，并建议一个数据集。需要 AWS 凭证。',
  'Runs one dataset, and prints its columns, its first rows and what a query costs. Needs AWS credentials.':
    '运行一个数据集，显示列、前几行和一次查询的费用。需要 AWS 凭证。',
  'Estimates what a dashboard costs on AWS in a month, component by component. Needs no network and no AWS account.':
    '逐个组件估算看板在 AWS 上每月的费用。不需要网络和 AWS 账号。',
  'Says which public files have the prices of a region, and makes a price list of them. Needs no network and no AWS account.':
    '说明哪些公开文件含有某个区域的价格，并据此生成价目表。不需要网络和 AWS 账号。',
  'Writes the CloudFormation template and the zips of a dashboard. Needs no network and no credentials.':
    '写出看板的 CloudFormation 模板和压缩包。不需要网络和凭证。',
  'Shows what a deployment would add, change, replace and remove. Needs AWS credentials; changes nothing.':
    '显示部署会添加、更改、替换和删除什么。需要 AWS 凭证；不做任何更改。',
  'Deploys a dashboard as a stack of its own, uploads its data, and prints its URLs. Shows first what changes. Needs AWS credentials.':
    '把看板部署为独立的堆栈，上传数据，并显示网址。先显示将有的更改。需要 AWS 凭证。',
  'Uploads the changed files of a dashboard’s data/ to the bucket of its stack, or to the bucket that dashboard.yml names. Needs AWS credentials.':
    '把 data/ 中更改过的文件上传到堆栈的存储桶，或 dashboard.yml 指定的存储桶。需要 AWS 凭证。',
  'Prints the component, name and URL of each endpoint of a deployed dashboard, ready to paste.':
    '显示已部署看板每个接口的组件、名称和网址，可直接粘贴。',
  'Sends a request to every endpoint of a deployed or local dashboard, as the platform does, and lists those that do not work. Needs no AWS credentials.':
    '像平台一样向已部署或本机看板的每个接口发送请求，列出有问题的接口。不需要 AWS 凭证。',
  'Writes an OpenAPI 3.1 document of a dashboard’s endpoints, for API clients. Needs no network.':
    '为 API 客户端写出看板接口的 OpenAPI 3.1 文档。不需要网络。',
  'Removes the stack of a dashboard, with its data. Shows first what would be lost, and asks for confirmation. Needs AWS credentials.':
    '删除看板的堆栈和数据。先显示会丢失什么，并请求确认。需要 AWS 凭证。',
  'Writes an IAM policy with the permissions that a deployment needs, and a role with this policy for GitHub.':
    '写出部署所需权限的 IAM 策略，以及供 GitHub 使用的角色。',

  // Options and arguments
  'the dashboard folder; the current one by default': '看板文件夹；默认为当前文件夹',
  'a new or empty folder; . for the current one': '新的或空的文件夹；. 表示当前文件夹',
  'begins with this component, and sample data for it': '以此组件及其示例数据开始',
  'begins with these CSV files, each with a component that it fits': '以这些 CSV 文件开始，每个文件配一个适合的组件',
  'serves the demo, which feeds all components, unless --dashboard names another folder':
    '运行包含所有组件的演示，除非 --dashboard 指定了其他文件夹',
  'the port; 0 chooses any free port': '端口；0 表示任选空闲端口',
  'the address of the endpoints; 0.0.0.0 opens them to the local network. Only this machine can open the console':
    '接口的地址；0.0.0.0 对局域网开放。控制台只能在本机打开',
  'adds the lines to a file that AWS would log, for cost --actual':
    '把 AWS 会记录的行追加到文件，供 cost --actual 使用',
  'opens the console in the browser': '在浏览器中打开控制台',
  'opens the page in the browser': '在浏览器中打开页面',
  'words of a component’s English or Chinese name, description or columns': '组件的中文名或英文名、说明或列名中的词语',
  'an .xlsx file': '.xlsx 文件',
  'imports only this sheet; by default all sheets that are neither hidden nor blank':
    '只导入此工作表；默认导入所有未隐藏且非空的工作表',
  'imports hidden sheets too': '也导入隐藏的工作表',
  'the beginning of the deployed URLs, such as https://wall.example.com':
    '已部署网址的开头，例如 https://wall.example.com',
  'the stage, such as dev; each stage has its own stack': '阶段，例如 dev；每个阶段有自己的堆栈',
  'the beginning of the URLs; by default that of the stack': '网址的开头；默认为堆栈的网址',
} as const;
