/** Sentences of the console about maps, files to add, and its own server. */
export const CONSOLE_MESSAGES = {
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
  'no window holds rows now, because the newest time is {text}; with newer rows write window: {code}':
    '最新的时间是 {text}，当前没有窗口能包含行；有了更新的行后请写 window: {code}',
  "the numbers of {columns} may have a decimal comma or commas between thousands: write decimal: ',' or decimal: '.'":
    "{columns} 列数字中的逗号可能是小数点，也可能是千位分隔符：请写 decimal: ',' 或 decimal: '.'",
  'The console can add an endpoint only if each endpoint in dashboard.yml begins on its own line. Copy the lines yourself.':
    '只有当 dashboard.yml 中每个接口各占一行开头时，控制台才能添加接口。请自行复制这些行。',
  'dashboard.yml has a mistake, so nothing can be added. Correct it first: {command} says where.':
    'dashboard.yml 中有错误，无法添加。请先改正：{command} 会指出位置。',
  'There is no proposed change: choose or drop the file again.': '没有待添加的内容：请重新选择或拖放文件。',
  'dashboard.yml has changed meanwhile. Choose "Add to dashboard.yml" again.':
    'dashboard.yml 已被更改。请重新点击“添加到 dashboard.yml”。',
  'data/ has got a file of this name meanwhile. Drop your file again.': 'data/ 中已出现同名文件。请重新拖放文件。',
  'Within 10 s it could not be found which components the file fits. Drop its first rows alone, or write the endpoint into dashboard.yml yourself.':
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
  'The local database cannot be seeded: {error} ({part})': '本地数据库无法装入初始数据：{error}（{part}）',
  'No curl command: .secrets.yml and the environment have no value for any token.':
    '没有 curl 命令：.secrets.yml 和环境变量中都没有令牌的值。',
  'the key {key}': '键 {key}',
  'the syntax of dashboard.yml': ' dashboard.yml 的语法',
  'the file as a whole': '整个文件',
} as const;
