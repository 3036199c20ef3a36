/** Sentences of commands and the console around the problems that they find, about maps and files to add. */
export const TERMINAL_MESSAGES = {
  '{n} error{s}': '{n} 个错误',
  '{n} warning{s}': '{n} 个警告',
  '{n} note{s}': '{n} 条提示',
  '{n} endpoint{s}': '{n} 个接口',
  '{n} component{s}': '{n} 个组件',
  '{n} dataset{s}': '{n} 个数据集',
  '{n} data file{s}': '{n} 个数据文件',
  '{n} error{s} in {n2} endpoint{s2}': '{n2} 个接口中有 {n} 个错误',
  '{counts}': '{counts}',
  '{part}; {part2}': '{part}；{part2}',
  '{name} is valid: {counts}': '{name} 有效：{counts}',
  '{file}: {part}.': '{file}：{part}。',
  'Console  {url}': '控制台  {url}',
  'Wall  {url}': '大屏  {url}',
  'Everyone who can reach this address sees the figures of the wall, also those of endpoints with a token.':
    '能访问此地址的人都能看到大屏上的数据，包括带令牌的接口。',
  '{slug} has the path {path}, which --wall and --quiet need: give it another `path`':
    '{slug} 的路径 {path} 被 --wall 和 --quiet 占用：请换一个 `path`',
  '{time} {n} request{s}, {n2} failed, {n3} stale, {found} MB': '{time} {n} 个请求，失败 {n2}，过期 {n3}，{found} MB',
  '{time} {n} request{s}, {n2} failed, {n3} stale, {found} MB: {part}':
    '{time} {n} 个请求，失败 {n2}，过期 {n3}，{found} MB：{part}',
  'Press Enter for a new curl command (each digest is valid for maxSkew only), or Ctrl-C to stop.':
    '按回车键获取新的 curl 命令（每个摘要只在 maxSkew 内有效），按 Ctrl-C 停止。',
  'Serving {n} of {n2} endpoints. Not served until corrected: {names}':
    '{n2} 个接口中的 {n} 个可用。改正前不可用：{names}',
  'Reloaded {names} ({seconds} s)': '已重新加载 {names}（{seconds} 秒）',
  'The data was not read again: {reason}': '数据没有重新读取：{reason}',
  'Not reloaded: {reason}': '没有重新加载：{reason}',
  '{n} error is new: correct it first.': '有 {n} 个新错误：请先改正。',
  '{n} errors are new: correct them first.': '有 {n} 个新错误：请先改正。',
  'The last change is not served, because it has an error.': '最近的修改有错误，因此没有生效。',
  'The previous version is still served.': '仍使用上一个版本。',
  'Port {port} is taken. Stop the program that uses it, or choose another port: {command}':
    '端口 {port} 已被占用。请停止占用它的程序，或换一个端口：{command}',
  Component: '组件',
  Source: '数据源',
  Status: '状态',
  faulty: '有错误',
  'Checking {folder}': '正在检查 {folder}',
  'Building the functions': '正在构建函数',
  'Packaging and starting the stack': '正在打包并启动',
  'Made {folder}, and check found no errors:': '已创建 {folder}，检查没有发现错误：',
  'Next:': '接下来：',
  'There is no dashboard.yml in the current folder: {part}, or make a dashboard with: {command}':
    '当前文件夹中没有 dashboard.yml：{part}，或创建新的大屏：{command}',
  'the parent folder has one: add --dashboard ..': '上级文件夹中有，请加上 --dashboard ..',
  'name a dashboard folder with --dashboard <folder>': '请用 --dashboard <folder> 指定大屏文件夹',
  '--dashboard: the folder {folder} does not exist': '--dashboard：文件夹 {folder} 不存在',
  '{option} must be one of {values}; found {value}. For help: {command}':
    '{option} 应为 {values} 之一，现为 {value}。帮助：{command}',
  '{option} is given twice. For help: {command}': '{option} 只能写一次。帮助：{command}',
  "unknown option '{option}'. For help: {command}": '未知的选项“{option}”。帮助：{command}',
  "unknown option '{option}' (Did you mean {name}?). For help: {command}":
    '未知的选项“{option}”（是否应为 {name}？）。帮助：{command}',

  // The console
  'This endpoint is not served because of {causes}.': '由于{causes}有错误，该接口不可用。',
  'This endpoint is not served until dashboard.yml is corrected.': '改正 dashboard.yml 之前，该接口不可用。',
  'The file has changed since this response was made, and has an error.': '文件在此响应之后已更改，并且有错误。',
  'The source has no rows.': '数据源中没有行。',
  '{key} keeps 0 of {n} row{s}.': '{key} 从 {n} 行中没有留下任何一行。',
  '{key} keeps 0 of {n} row{s}. The newest is {part} now.': '{key} 从 {n} 行中没有留下任何一行。最新的一行是{part}的。',
  '{part} before': '{part}前',
  '{part} after': '{part}后',
  '{n} day{s}': ' {n} 天',
  '{n} hour{s}': ' {n} 小时',
  '{n} minute{s}': ' {n} 分钟',
  '{n} h': ' {n} 小时',
  '{n} min': ' {n} 分钟',
  '{n} s': ' {n} 秒',
  'The source fails: {part}.': '数据源失败：{part}。',
  'The response is not JSON.': '响应不是 JSON。',
  '{host} did not respond within {n} s.': '{host} 在 {n} 秒内没有响应。',
  'The server responded with status {n}.': '服务器的响应状态为 {n}。',
  'the file, bucket or database does not exist': '文件、存储桶或数据库不存在',
  'the function may not read the source': '函数无权读取数据源',
  'the database refused the query': '数据库拒绝了查询',
  'a cell is blank, is not in the map, or does not have its column’s type': '有单元格为空、不在对应表中，或类型不符',
  'the table has too few or too many rows': '表格的行数过少或过多',
  'the body breaks a limit or rule of the component': '响应体不符合组件的限制或规则',
  'the source is refusing calls for now': '数据源暂时拒绝请求',
  'the database is resuming or starting': '数据库正在恢复或启动',
  'the source did not answer in time, or the connection to it failed': '数据源没有及时回应，或连接失败',

  // Keeping maps
  'The file is not a GeoJSON map.': '文件不是 GeoJSON 地图。',
  'The map is {names}.': '地图应为 {names}。',
  '{file} cannot be written: {part}.': '无法写入 {file}：{part}。',
  '{file} cannot be written: {part}': '无法写入 {file}：{part}',
  '{path} is a link; remove it, and {part} again.': '{path} 是链接，请先删除它，{part}。',
  try: '再试一次',
  'another program uses it': '另一个程序正在使用它',
  'the quota of this user is used up': '该用户的磁盘配额已用完',
  'a file has the name of the folder': '有文件与该文件夹同名',
  'it is a folder': '它是文件夹',
  'its links form a circle': '链接形成循环',
  'too many files are open': '打开的文件过多',
  'its name is too long': '名称过长',
  'the disk is full': '磁盘已满',
  'a file has the name of its folder': '有文件与它的文件夹同名',
  'check who may write there': '请检查写入权限',

  // Add to dashboard.yml
  'the totals rows {columns} of {name} are left out': '{name} 列的合计行 {columns} 已去掉',
  'Finding a component for {file}': '正在为 {file} 寻找组件',
  'nothing is added up over all rows, because some rows add up others: {columns}':
    '没有对所有行求和，因为有些行是其他行的合计：{columns}',
  'no window holds rows now, because the newest time is {text}; with newer rows write window: {code}':
    '最新的时间是 {text}，当前没有时间范围能包含行；有了更新的行后请写 window: {code}',
  "the commas or points in the numbers of {columns} may be decimal marks or separate thousands: write decimal: ',' or decimal: '.'":
    "{columns} 列数字中的逗号或点可能是小数点，也可能是千位分隔符：请写 decimal: ',' 或 decimal: '.'",
  'some numbers of {name} are in percent, others are not: write {code} if plain numbers are shares of 1, or else {code2}':
    '{name} 列中有些数字是百分数，有些不是：如果普通数字是 1 的份额，请写 {code}，否则写 {code2}',
  'The console can add an endpoint only if each endpoint in dashboard.yml begins on its own line. Copy the lines yourself.':
    '只有当 dashboard.yml 中每个接口各占一行开头时，控制台才能添加接口。请自行复制这些行。',
  'The console can add a dataset only if each dataset in dashboard.yml begins on its own line. Copy the lines yourself.':
    '只有当 dashboard.yml 中每个数据集各占一行开头时，控制台才能添加数据集。请自行复制这些行。',
  'dashboard.yml has a mistake, so nothing can be added. Correct it first: {command} says where.':
    'dashboard.yml 中有错误，无法添加。请先改正：{command} 会指出位置。',
  'There is no proposed change: choose or drop the file again.': '没有待添加的内容：请重新选择或拖放文件。',
  'dashboard.yml has changed meanwhile. Choose "Add to dashboard.yml" again.':
    'dashboard.yml 已被更改。请重新点击“添加到 dashboard.yml”。',
  'data/ has got a file of this name meanwhile. Drop your file again.': 'data/ 中已出现同名文件。请重新拖放文件。',
  'The components that the file fits could not be found within 10 s. Drop its first rows alone, or write the endpoint into dashboard.yml yourself.':
    '10 秒内未能找出文件适合的组件。请只拖放前几行，或自行在 dashboard.yml 中编写接口。',
  'The file is so large that not all components were tried. Drop its first rows alone to see all that fit.':
    '文件过大，没有尝试所有组件。请只拖放前几行，以查看所有适合的组件。',
  'The file has {n} columns, more than any component takes. Try a file with at most {n2}, or choose columns in dashboard.yml.':
    '文件有 {n} 列，超过所有组件的上限。请使用最多 {n2} 列的文件，或在 dashboard.yml 中选取列。',

  // The page's server
  'The console accepts requests only at its own address.': '控制台只接受发往自身地址的请求。',
  'The console accepts requests only from its own page.': '控制台只接受自身页面的请求。',
  'The file is larger than {n} MB, the limit of the console. Put it into data/ and use {command}.':
    '文件超过控制台的上限 {n} MB。请放入 data/ 并运行 {command}。',
  'The console responded with status {n}.': '控制台的响应状态为 {n}。',
  'This console accepts no token: it reads tokens from .secrets.yml.':
    '该控制台不接受令牌：它从 .secrets.yml 读取令牌。',
  'The token is empty.': '令牌为空。',
  'The response cannot be drawn: {error}.': '无法绘制响应：{error}。',
  'The catalogue has no component {name}.': '目录中没有组件 {name}。',
  'The script failed: {error}': '脚本出错：{error}',
  'The source is not read: {error}.': '没有读取数据源：{error}。',
  'Nothing to serve because of {causes}: an error there affects every endpoint, even valid ones. Correct it first.':
    '由于{causes}有错误，没有可用的接口：该处的错误影响所有接口，包括正确的接口。请先改正。',
  'No curl command: .secrets.yml and the environment have no value for any token.':
    '没有 curl 命令：.secrets.yml 和环境变量中都没有令牌的值。',
  'the key {key}': '键 {key}',
  'the syntax of dashboard.yml': ' dashboard.yml 的语法',
  'the file as a whole': '整个文件',
} as const;
