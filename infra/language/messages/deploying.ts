/** Sentences of commands for a stack, and of `cost`. */
export const DEPLOYING_MESSAGES = {
  // Deployments
  'the template has no integration {name}': '模板没有集成 {name}',
  'the local stack cannot resolve {name}': '本机无法解析 {name}',
  'unknown variable {name}': '未知的变量 {name}',
  'no value for {name}': '{name} 没有值',
  'the process of osls has ended': 'osls 的进程已结束',
  'the response is larger than the {n} bytes that a function may send': '响应超过函数可以发送的 {n} 字节',
  'Not reloaded; the previous version is still served. {part}': '没有重新加载，仍使用上一个版本。{part}',
  'Uploading the code, {part}': '正在上传程序，{part}',
  'The first deployment of {name} failed, and left an empty stack, which is deleted now.':
    '{name} 的首次部署失败，留下空的堆栈，现在将其删除。',
  'Restore it, or begin with an empty database? Type restore or empty:':
    '恢复它，还是从空数据库开始？请输入 restore 或 empty：',
  'This stack had a database before. Its last snapshot is {name}, made on {date}.':
    '该堆栈曾有数据库，最后一个快照是 {name}，生成于 {date}。',
  '--snapshot {name}: the stack has a database already, {name2}. To restore another snapshot, take the endpoints with SQL out of dashboard.yml, deploy, put them back, and deploy with --snapshot':
    '--snapshot {name}：堆栈已有数据库 {name2}。要恢复其他快照，请从 dashboard.yml 中去掉使用 SQL 的接口并部署，再加回这些接口，用 --snapshot 部署',
  'The snapshot {name} comes from PostgreSQL {path}, and the new database would run PostgreSQL {path2}: write {code} in dashboard.yml':
    '快照 {name} 来自 PostgreSQL {path}，而新数据库将运行 PostgreSQL {path2}：请在 dashboard.yml 中写 {code}',
  'The database is restored from the snapshot {name}.': '数据库从快照 {name} 恢复。',
  '--snapshot: the stack has no database of its own': '--snapshot：堆栈没有自己的数据库',
  'There is no bucket {name}, from which CloudFormation reads a long template. The next deployment makes it':
    '没有存储桶 {name}，CloudFormation 从中读取较长的模板。下次部署会创建它',
  'the secret {name} contains no password of letters and digits': '密钥 {name} 中没有由字母和数字组成的密码',
  'Creating the database role of the functions': '正在创建函数的数据库角色',
  'Seeding the database, {part}': '正在装入初始数据，{part}',
  'The files of data/ are not part of a package: {command} uploads them.':
    'data/ 的文件不在程序包中：请用 {command} 上传。',
  '--package and {option} cannot be used together: a package has a template and zips only':
    '--package 和 {option} 不能同时使用：程序包只有模板和压缩包',
  'There is no stack {name} in {region}, so no deployment can be restored':
    '{region} 中没有堆栈 {name}，因此没有可恢复的部署',
  'The bucket {name} has no deployment older than the current one: to go back, deploy an older dashboard.yml':
    '存储桶 {name} 中没有比当前更早的部署：要回退，请部署更早的 dashboard.yml',
  'Restoring the previous deployment changes the stack, not its data:': '恢复上一次部署会更改堆栈，不更改数据：',
  '{name} now runs the previous deployment again.': '{name} 现在重新运行上一次部署。',
  '{file} is not JSON: package the dashboard again': '{file} 不是 JSON：请重新打包大屏',
  '{file} is of another version of Wallfeed: package the dashboard again':
    '{file} 来自另一个版本的 Wallfeed：请重新打包大屏',
  '{file} is a package for the stage {names}, not {name2}: package the dashboard with --stage {name3} --also {names4}':
    '{file} 是阶段 {names} 的程序包，不是 {name2} 的：打包大屏时请加 --stage {name3} --also {names4}',
  '{file} is missing: package the dashboard again': '缺少 {file}：请重新打包大屏',
  '{file} was changed: package the dashboard again': '{file} 已被更改：请重新打包大屏',
  'The stack {name} in {region} is {name2}: wait until that has ended, then repeat the command: {command}':
    '{region} 的堆栈 {name} 状态为 {name2}：请等待其结束，然后重新运行：{command}',
  'Lifting the protection of the database {name}': '正在解除数据库 {name} 的保护',
  'Removing the stack {name}, which takes minutes': '正在删除堆栈 {name}，需要几分钟',
  '{part}. The stack is gone, and its bucket {name} is left: repeat the command':
    '{part}。堆栈已删除，存储桶 {name} 还在：请重新运行命令',
  'There is no stack {name} in {region}: nothing to remove': '{region} 中没有堆栈 {name}：没有可删除的内容',
  'The stack {name} has termination protection: switch it off first, then repeat the command':
    '堆栈 {name} 启用了终止保护：请先关闭，然后重新运行命令',
  'Emptying and deleting the bucket {name}': '正在清空并删除存储桶 {name}',
  'The database needs subnets in {n} zones, and AWS gives this account only {n2} in {region}: {list}. Make subnets in two zones or more, and name them in dashboard.yml as `database.subnets`: {code}':
    '数据库需要 {n} 个可用区的子网，而 AWS 只给该账号在 {region} 提供 {n2} 个：{list}。请在两个或更多可用区中创建子网，并在 dashboard.yml 中写为 `database.subnets`：{code}',
  'The data bucket {name} of the stack {name2} no longer exists. Make it again: {command}. Or remove the stack: {command2}':
    '堆栈 {name2} 的数据存储桶 {name} 已不存在。请重新创建：{command}。或删除堆栈：{command2}',
  'The credentials belong to the account {name}, and dashboard.yml names {name2} as `account` of the stage {name3}. Sign in to {name4}, or correct `account`':
    '凭证属于账号 {name}，而 dashboard.yml 中阶段 {name3} 的 `account` 为 {name2}。请登录 {name4}，或改正 `account`',
  'Deploying the stack {name}': '正在部署堆栈 {name}',
  'Deploying the stack {name}, which takes minutes': '正在部署堆栈 {name}，需要几分钟',
  '{file} has {n} bytes: {part} ({part2})': '{file} 为 {n} 字节：{part}（{part2}）',
  'deleted {file}': '已删除 {file}',
  'unchanged {file} ({n} of {n2}, {text})': '未更改 {file}（第 {n} 个，共 {n2} 个，{text}）',
  'uploaded {file} ({n} of {n2}, {text})': '已上传 {file}（第 {n} 个，共 {n2} 个，{text}）',
  'deleted   {file}': '已删除 {file}',
  'uploaded  {file} ({n} of {n2}, {text})': '已上传 {file}（第 {n} 个，共 {n2} 个，{text}）',
  '{path} does not allow {name} with credentials: a browser will not show the response to the page':
    '{path} 不允许 {name} 带凭证访问：浏览器不会把响应交给页面',
  '{path} does not allow {name}: a browser will not show the response to the page':
    '{path} 不允许 {name}：浏览器不会把响应交给页面',
  'the preflight from {path} is refused: a browser will not send the request':
    '来自 {path} 的预检请求被拒绝：浏览器不会发送请求',
  'the body is not JSON': '响应体不是 JSON',
  'an error has the HTTP status {n}, and {name} reads only responses with 200':
    '错误的 HTTP 状态码为 {n}，而 {name} 只读取 200 的响应',
  'an error has the HTTP status {n}, and {name} reads a response with 200 as data':
    '错误的 HTTP 状态码为 {n}，而 {name} 把 200 的响应当作数据',
  'The dashboard is deployed, but these endpoints do not work: {names}': '大屏已部署，但这些接口不可用：{names}',
  'the source fails, and an earlier body was sent: {part}': '数据源出错，发送了较早的响应体：{part}',
  'the response took {n} s; platforms give up after 10 s': '响应用了 {n} 秒，平台在 10 秒后放弃',
  'the response does not allow {path}: a browser will not show it to the page':
    '响应不允许 {path}：浏览器不会把它交给页面',
  'Logs Insights ended the query as {name}': 'Logs Insights 结束了查询，状态为 {name}',
  'Logs Insights did not end the query in time': 'Logs Insights 没有按时完成查询',
  'Logs Insights did not count all lines of an hour in one query': 'Logs Insights 一次查询没有数完一小时的所有行',
  'correct `codeBucket`': '请改正 `codeBucket`',
  'name a bucket of yours as `codeBucket` in dashboard.yml': '请在 dashboard.yml 中把您的存储桶写为 `codeBucket`',
  'There is no bucket {name}, which `codeBucket` names: create it in {region}, or correct `codeBucket`':
    '没有 `codeBucket` 所写的存储桶 {name}：请在 {region} 创建它，或改正 `codeBucket`',
  'The stack {name} in {region} is {name2}: {part}': '{region} 的堆栈 {name} 状态为 {name2}：{part}',
  'There is no stack {name} in {region}: deploy it first ({command}), or check the stage, the region and the account of the credentials':
    '{region} 中没有堆栈 {name}：请先部署（{command}），或检查阶段、区域和凭证的账号',
  'Nothing is deployed yet in the stack {name} in {region}, which is {name2}: {part}':
    '{region} 的堆栈 {name} 状态为 {name2}，其中还没有部署：{part}',
  'The stack {name} belongs to the dashboard {name2} at the stage {name3}, not to {name4} at {name5}. Choose another stage, or rename the dashboard':
    '堆栈 {name} 属于大屏 {name2} 的阶段 {name3}，不属于 {name4} 的 {name5}。请选择其他阶段，或重命名大屏',
  "The stack {name} in {region} is not one of Wallfeed's, because it lacks the tags dashboard and stage. Choose another stage, or rename the dashboard. If the stack is yours, add the tags: dashboard={name4} and stage={name5}":
    '{region} 的堆栈 {name} 不是 Wallfeed 的，因为它没有标签 dashboard 和 stage。请选择其他阶段，或重命名大屏。如果是您的堆栈，请添加标签：dashboard={name4} 和 stage={name5}',
  '--previous and --repair cannot be used together: go back first, then repair':
    '--previous 和 --repair 不能同时使用：请先回退，再修复',
  '--previous and {option} cannot be used together: --previous does not change data':
    '--previous 和 {option} 不能同时使用：--previous 不更改数据',
  '--seed: no data/*.sql file has a statement to apply': '--seed：data/*.sql 中没有可执行的语句',
  '{option} must be env: and the name of a variable, such as env:WALL_TOKEN; is it the key itself?':
    '{option} 应为 env: 加变量名，例如 env:WALL_TOKEN；写的是密钥本身吗？',
  '{option} must be env: and the name of a variable, such as env:WALL_TOKEN; found {value}':
    '{option} 应为 env: 加变量名，例如 env:WALL_TOKEN；现为 {value}',
  'the functions of the stage {name} differ from those of {name2}: package it alone':
    '阶段 {name} 的函数与 {name2} 的不同：请单独打包',
  'The stack {name} in {region} is {name2}: finish its deployment first, then repeat the command':
    '{region} 的堆栈 {name} 状态为 {name2}：请先完成其部署，然后重新运行命令',
  '--region is missing: add it, such as --region eu-west-1': '缺少 --region：请添加，例如 --region eu-west-1',
  'Nothing was made: add --yes to agree': '未创建任何内容：同意请加 --yes',
  'the probe dashboard is not valid: {text}': '探测大屏无效：{text}',
  '{text}. The probe stays, and costs money. To remove it: {command} --remove':
    '{text}。探测堆栈仍在，会产生费用。删除：{command} --remove',
  'Interrupted. The probe stays, and costs money. To remove it: {command} --remove':
    '已中断。探测堆栈仍在，会产生费用。删除：{command} --remove',
  '{names} is left of the probe. To remove it: {command} --remove': '探测遗留了 {names}。删除：{command} --remove',
  '{names} is left of the probe. Repeat the command: {command}': '探测遗留了 {names}。请重新运行命令：{command}',
  '{text}. The probe was removed': '{text}。探测堆栈已删除',
  '{n} of {n2} expectations do not hold: see {file}': '{n2} 项预期中有 {n} 项不成立：见 {file}',
  'Nothing is left of the probe.': '探测没有遗留任何内容。',
  'Protecting the data': '正在保护数据',
  '{name} is protected: its stack policy denies the loss of its database and its bucket.':
    '{name} 已受保护：其堆栈策略禁止丢失数据库和存储桶。',
  'the policy of the functions names {name}, whose ARN is not known': '函数的策略写了 {name}，而其 ARN 未知',
  'The wall is opened by the address or the name of this machine.': '请用本机的地址或名称打开大屏。',
  'The wall answers its own page alone.': '大屏只回答自己的页面。',

  // Cost
  '{option} is missing: --currency and --rate belong together, {part}':
    '缺少 {option}：--currency 和 --rate 须同时使用，{part}',
  "--currency must be three capital letters, {part}, not '{text}'": '--currency 应为三个大写字母，{part}，现为“{text}”',
  'what one unit of the currency of the price list costs': '价目表货币一个单位的价格',
  "--rate must be a number above 0, {part}, {part2}, not '{text}'":
    '--rate 应为大于 0 的数字，{part}，{part2}，现为“{text}”',
  "{option} must be {part}, not '{text}'": '{option} 应为{part}，现为“{text}”',
  "--hours must be hours a day x days a month, such as 24x30 or 9.5x22, not '{text}'":
    '--hours 应为每天小时数 x 每月天数，例如 24x30 或 9.5x22，现为“{text}”',
  'no folder is named by {name}: name folders of dashboards, such as walls/*':
    '{name} 没有对应的文件夹：请写大屏的文件夹，例如 walls/*',
  'the folder {path} cannot be read: give the folder of the downloaded files with --from':
    '无法读取文件夹 {path}：请用 --from 写明下载文件所在的文件夹',
  '{path} is no price list file of AWS: leave only the downloaded index.json files in the folder':
    '{path} 不是 AWS 的价目表文件：文件夹中请只保留下载的 index.json 文件',
  'nothing was written, because not every price was found; give these with --set, such as --set query=0.38:':
    '没有生成文件，因为有价格没有找到；请用 --set 给出，例如 --set query=0.38：',
  'the files have prices in USD and in CNY: leave only those of one partition':
    '文件中有 USD 和 CNY 的价格：请只保留一个分区的文件',
  'it is UTF-16, as Windows PowerShell writes it: write it with Out-File -Encoding utf8':
    '它是 UTF-16（Windows PowerShell 的写法）：请用 Out-File -Encoding utf8 生成',
  '--out: {path} exists and is no price list: choose another name': '--out：{path} 已存在且不是价目表：请换一个名称',
  '{option} is missing: --region eu-central-1 --from <folder> --out eu-central-1.json':
    '缺少 {option}：--region eu-central-1 --from <folder> --out eu-central-1.json',
  'wrote {path}: {n} prices of {name}, {name2}, in {name3}': '已写入 {path}：{name} 的 {n} 项价格，{name2}，{name3}',

  // Other commands
  'the browser did not copy': '浏览器没有复制',
  'the arguments {names} name a command': '参数 {names} 是命令',
  'name its folder, {path}': '请写它的文件夹 {path}',
  'name a folder with a {path}': '请写含有 {path} 的文件夹',
  '{name} must be a URL such as https://wall.example.com, found {value}':
    '{name} 应为地址，例如 https://wall.example.com，现为 {value}',
  '--from: {file} {part}': '--from：{file} {part}',
  '{file} {part}; name a new or empty folder': '{file} {part}；请写新的或空的文件夹',
  'is not empty: it contains {path}': '不是空文件夹：其中有 {path}',
  'is a file': '是文件',
  'does not exist': '不存在',
  'is not a file': '不是文件',
  'is a workbook: make CSV files of it with {command}': '是电子表格：请用 {command} 转换为 CSV 文件',
  '{file} has other types: nothing was written. Delete the file to replace it, or compare it with the list':
    '{file} 中的类型不同：没有写入。要替换请删除该文件，或与列表比较',
  'no client is called {name}': '没有名为 {name} 的前端',
  'its part {path} {part}': '其中的部分 {path} {part}',
};
