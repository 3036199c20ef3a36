/** Sentences of the reports of `cost`, and errors in its options. */
export const COST_REPORT_MESSAGES = {
  // The head
  '{name} costs {amount} {found} a month on AWS': '{name} 在 AWS 上每月费用为 {amount} {found}',
  '{name} costs {amount} {found} a month on AWS, and {amount2} in 12 such months ({n} days)':
    '{name} 在 AWS 上每月费用为 {amount} {found}，12 个这样的月份（{n} 天）为 {amount2}',
  'US dollars': '美元',
  'with {n} screen{s} that refresh every {duration}, {amount} hours a day, {amount2} days a month ({amount3} hours); prices of {place}, {region}, {found}; free tiers are left out':
    '{n} 个屏幕，每 {duration} 刷新一次，每天 {amount} 小时，每月 {amount2} 天（{amount3} 小时）；采用 {place}（{region}）{found}的价格；不计免费额度',
  '{found}, converted at {amount} {currency} for 1 {currency2}':
    '{found}（按 1 {currency2} = {amount} {currency} 换算）',
  'The dashboard is for {region}, and these are the prices of {region2}: give those of {region3} with --prices <file>.':
    '大屏用于 {region}，而这些是 {region2} 的价格：请用 --prices <file> 给出 {region3} 的价格。',
  'A month costs {amount} to {amount2}, because `scan` only limits what queries scan.':
    '每月费用为 {amount} 到 {amount2}，因为 `scan` 限制了查询的扫描量。',
  'A month costs {amount} to {amount2}, because a SEARCH finds 1 to {n} metrics (--found).':
    '每月费用为 {amount} 到 {amount2}，因为一个 SEARCH 会找到 1 到 {n} 个指标（--found）。',
  'A month costs {amount} to {amount2}, because `scan` only limits what queries scan, and a SEARCH finds 1 to {n} metrics (--found).':
    '每月费用为 {amount} 到 {amount2}，因为 `scan` 限制了查询的扫描量，而一个 SEARCH 会找到 1 到 {n} 个指标（--found）。',
  'Up to {amount} combinations of parameters are shown at once (--combinations), and each is read by itself.':
    '最多同时显示 {amount} 种参数组合（--combinations），每种单独读取。',
  'the budget of {amount} is exceeded by {amount2} ({found})': '超出预算 {amount} 共 {amount2}（{found}）',
  '{amount} ({found}) of the budget of {amount2} is left': '预算 {amount2} 尚余 {amount}（{found}）',
  'the budget of {amount} is in {unit}, and the prices are in {currency}: add --currency {unit2} with --rate':
    '预算 {amount} 的货币为 {unit}，而价格的货币为 {currency}：请加上 --currency {unit2} 和 --rate',
  'under 1 %': '不足 1 %',
  'January {n}': '{n} 年 1 月',
  'February {n}': '{n} 年 2 月',
  'March {n}': '{n} 年 3 月',
  'April {n}': '{n} 年 4 月',
  'May {n}': '{n} 年 5 月',
  'June {n}': '{n} 年 6 月',
  'July {n}': '{n} 年 7 月',
  'August {n}': '{n} 年 8 月',
  'September {n}': '{n} 年 9 月',
  'October {n}': '{n} 年 10 月',
  'November {n}': '{n} 年 11 月',
  'December {n}': '{n} 年 12 月',

  // Parts
  'What is paid for': '费用构成',
  gateway: '网关',
  requests: '请求',
  compute: '计算',
  'source calls': '数据源调用',
  logs: '日志',
  egress: '出站流量',
  'shared cache': '共享缓存',
  datasets: '数据集',
  database: '数据库',
  secrets: '密钥',
  watching: '监控',
  domain: '域名',
  others: '其他',
  'The dearest endpoints and datasets': '费用最高的接口和数据集',
  'dataset over {kind}': '{kind} 数据集',
  'the other {n}': '其他 {n} 项',

  'Calls to each host in a month': '每月对各主机的调用',
  'all that `rate` allows': '达到 `rate` 的上限',

  // Savings
  'What would lower it': '如何降低',
  'What would lower the cost: lines to write in dashboard.yml': '如何降低费用：可写入 dashboard.yml 的内容',
  '`{code}` {part} ({part2})': '`{code}`，{part}（{part2}）',
  '`{code}` ({part})': '`{code}`（{part}）',
  '`cache` without `shared` everywhere ({part})': '所有 `cache` 都不用 `shared`（{part}）',
  'on all endpoints with shorter ones': '用于所有缓存时间更短的接口',
  '{part} to let the database pause': '{part}，使数据库可以暂停',
  'on all SQL': '用于所有 SQL',
  'on all datasets over SQL': '用于所有 SQL 数据集',
  'on the dataset {name}': '用于数据集 {name}',
  'on {path}': '用于 {path}',
  'in the cache of every endpoint with SQL': '用于每个 SQL 接口的缓存',
  'in every cache': '用于每个缓存',
  'responses up to {duration} old': '响应最旧 {duration}',
  'rows up to {duration} old': '数据最旧 {duration}',
  'screens show values up to {duration} later: set this refresh on the platform too':
    '屏幕显示的数值最多晚 {duration}，平台也要同样设置',
  'screens are off at all other times': '其他时间屏幕关闭',
  '{n} ms for a call that reads its sources': '读取数据源的调用为 {n} 毫秒',
  '{n} ms for a call that reads its sources, and smaller files': '读取数据源的调用为 {n} 毫秒，可读的文件更小',
  'no metrics and alarms of single functions': '没有单个函数的指标和告警',
  'no metrics and no alarms: nobody is told when a component stays blank':
    '没有指标和告警：组件没有数据时不会通知任何人',
  'no line of the gateway for each request': '网关不为每个请求写日志行',
  'one line a minute for hits; the last one of an environment is lost':
    '缓存命中每分钟写一行；执行环境的最后一行会丢失',
  'each environment reads the sources for itself': '每个执行环境各自读取数据源',
  'Together {amount}, not {amount2}: they overlap.': '合计 {amount}，而不是 {amount2}：各项有重叠。',
  'Together {amount}.': '合计 {amount}。',
  'They are the {n} changes marked +.': '即标有 + 的 {n} 项更改。',
  'They are the {n} marked +, and {n2} more not shown ({amount}).':
    '即标有 + 的 {n} 项更改，另有 {n2} 项未显示（{amount}）。',
  'No single change would save a cent a month.': '没有任何一项更改每月能节省一分。',
  'Left out: free tiers, tax, discounts, failed calls, storage, and the transfer into data/.':
    '未计入：免费额度、税、折扣、失败的调用、存储，以及向 data/ 的传输。',
  'Nothing was measured on AWS.': '没有在 AWS 上实测。',
  '--details shows each endpoint, how it is worked out, the assumptions, the prices and all that is left out.':
    '--details 显示各接口、计算方法、假设、价格和所有未计入的项目。',

  // Details
  'Most expensive endpoints: {list}.': '费用最高的接口：{list}。',
  'A million calls cost {amount} on average, without the database and watching.':
    '平均每百万次调用 {amount}，不含数据库和监控。',
  'Compute costs {amount} a month on arm64, where functions run; the same times on x86_64 would cost {amount2}.':
    '函数在 arm64 上运行，每月计算费用为 {amount}；同样的时间在 x86_64 上为 {amount2}。',
  'By the measured times, the cheapest and fastest is {part}.': '按实测时间，最便宜且最快的是 {part}。',
  'By the measured times, the cheapest is {part}, and the fastest is {part2}.':
    '按实测时间，最便宜的是 {part}，最快的是 {part2}。',
  'memory: {n} ({amount} a month, {n2} ms for the slowest call that reads its sources, {n3} ms for a cold call)':
    'memory: {n}（每月 {amount}，读取数据源的最慢调用 {n2} 毫秒，冷调用 {n3} 毫秒）',
  '{amount} less with {part}.': '采用{part}可节省 {amount}。',
  '{kind} instead of {kind2}, on {place}': '在 {place} 上用 {kind} 代替 {kind2}',
  'Each endpoint, in {found}': '各接口，{found}',
  'Source calls': '数据源调用',
  'A month': '每月',
  'All endpoints': '所有接口',
  '{n} together, {amount} calls': '共 {n} 个，{amount} 次调用',
  Database: '数据库',
  'the stack has none': '堆栈没有数据库',
  'awake {amount} of {amount2} hours': '{amount2} 小时中运行 {amount} 小时',
  Secrets: '密钥',
  'passwords of the database': '数据库的密码',
  Watching: '监控',
  Domain: '域名',
  'hosted zone': '托管区域',
  'Total a month': '每月总计',
  'Dataset {name}': '数据集 {name}',
  '{kind}, for {n} endpoint{s}': '{kind}，供 {n} 个接口使用',
  '{duration} shared': '{duration} 共享',
  none: '无',
  '{n} metric{s}': '{n} 个指标',
  '{n} alarm{s}': '{n} 个告警',
  '{n} dashboard{s}': '{n} 个控制面板',
  'Calls.': '调用。',
  '{n} screen{s} x {amount} hours a day x {amount2} days a month, each screen refreshing every endpoint every {duration}: {amount3} calls a month of each endpoint.':
    '{n} 个屏幕 x 每天 {amount} 小时 x 每月 {amount2} 天，每个屏幕每 {duration} 刷新每个接口一次：每个接口每月 {amount3} 次调用。',
  'Endpoints with `refresh` of their own: {list}.': '有自己的 `refresh` 的接口：{list}。',
  'Lambda removes an environment when it has been idle for {duration} (--idle), so here every round of calls is cold.':
    '执行环境空闲 {duration}（--idle）后 Lambda 会将其移除，因此这里每一轮调用都是冷调用。',
  'Lambda replaces an environment after {duration} (--life), however busy it is.':
    'Lambda 在 {duration}（--life）后替换执行环境，无论其是否繁忙。',
  'Functions: {n}; environments: {n2}; cold calls a month: {amount}, which cost {amount2} for compute; warm calls: {amount3}, which cost {amount4}.':
    '函数 {n} 个，执行环境 {n2} 个；每月冷调用 {amount} 次，计算费用 {amount2}；热调用 {amount3} 次，计算费用 {amount4}。',
  'Source calls a month: {amount}; here caches save no source calls.':
    '每月数据源调用 {amount} 次；这里缓存没有减少数据源调用。',
  'Source calls a month: {amount}; without any cache {amount2}, and the month would cost {part}.':
    '每月数据源调用 {amount} 次；没有缓存时为 {amount2} 次，每月费用{part}。',
  '{amount} more': '多 {amount}',
  '{amount} less': '少 {amount}',
  'Combinations here: {list}.': '这里的组合数：{list}。',
  'Time that files add to each call that reads them: {list}.': '文件使每次读取它们的调用增加的时间：{list}。',
  'No endpoint has one ({code}), so it costs nothing.': '没有接口使用共享缓存（{code}），因此不产生费用。',
  'Here {amount} reads and {amount2} writes a month, of {n} of {n2} endpoints, cost {amount3}.':
    '这里 {n2} 个接口中有 {n} 个，每月读取 {amount} 次、写入 {amount2} 次，费用为 {amount3}。',
  'If no cache were shared, there would be as many source calls, and the month would cost {part}.':
    '如果都不共享缓存，数据源调用次数相同，每月费用{part}。',
  'If no cache were shared, there would be {amount} source calls instead of {amount2}, and the month would cost {part}.':
    '如果都不共享缓存，数据源调用为 {amount} 次而不是 {amount2} 次，每月费用{part}。',
  'If no cache were shared, there would be {amount} source calls instead of {amount2}, and the month would cost {part}; the database would be awake for {amount3} hours instead of {amount4}.':
    '如果都不共享缓存，数据源调用为 {amount} 次而不是 {amount2} 次，每月费用{part}；数据库运行 {amount3} 小时而不是 {amount4} 小时。',
  'No endpoint queries a database of the stack’s own, so it costs nothing.':
    '没有接口查询堆栈自有的数据库，因此不产生费用。',
  'Here the database pauses for {amount} of the {amount2} hours in which screens could keep it awake: {part}':
    '在屏幕可能使其运行的 {amount2} 小时中，数据库暂停 {amount} 小时：{part}',
  'Here queries come more often while screens are on, so the database does not pause then: {part}':
    '这里屏幕开启时查询更频繁，因此数据库不会暂停：{part}',
  '{amount} hours x {amount2} ACU cost {amount3}, and the secrets with its passwords cost {amount4}.':
    '{amount} 小时 x {amount2} ACU 的费用为 {amount3}，存放其密码的密钥为 {amount4}。',
  'Without any cache, it would be awake for {amount} hours.': '没有缓存时，数据库将运行 {amount} 小时。',
  'Here it is {word}: {part}.': '这里为 {word}：{part}。',
  'Monthly cost by watch: {list}.': '各级 watch 的每月费用：{list}。',
  'Assumptions, each with the option that sets it': '假设，各附有可设置的选项',
  'MB of each function, as dashboard.yml has it': '每个函数的内存 MB 数，取自 dashboard.yml',
  '1 KB is 1,000 bytes, 1 GB is 1,000,000,000.': '1 KB 为 1,000 字节，1 GB 为 1,000,000,000 字节。',
  'Nothing of this was measured on AWS.': '以上均未在 AWS 上实测。',
  'Prices of {place} ({region}), {found}, in {currency}': '{place}（{region}）的价格，{found}，{currency}',
  'Figures are rounded to cents.': '数字四舍五入到分。',
  'Totals are sums of figures that are not rounded.': '总计为未舍入数字之和。',

  // Several dashboards
  '{n} wall{s} cost{s2} {amount} {found} a month on AWS': '{n} 个大屏在 AWS 上每月费用为 {amount} {found}',
  '{n} wall{s} cost{s2} {amount} {found} a month on AWS, and {amount2} in 12 such months':
    '{n} 个大屏在 AWS 上每月费用为 {amount} {found}，12 个这样的月份为 {amount2}',
  '{n} wall{s} cost{s2} {amount} {found} a month on AWS, and {amount2} in 12 such months ({n2} days)':
    '{n} 个大屏在 AWS 上每月费用为 {amount} {found}，12 个这样的月份（{n2} 天）为 {amount2}',
  'each with its own screens x refresh, hours a day x days a month, and prices of a region, {found}; free tiers are left out':
    '各按自己的屏幕数 x 刷新间隔、每天小时数 x 每月天数和区域价格计算，{found}；不计免费额度',
  'By {path}': '按 {path}',
  'over its budget by {amount}': '超出预算 {amount}',
  '--details prints every wall; --dashboard <folder> explains one.':
    '--details 显示每个大屏；--dashboard <folder> 解释其中一个。',
  'no sum: {part}': '没有合计：{part}',
  '{n} of {n2} folders {verb} errors': '{n2} 个文件夹中有 {n} 个有错误',
  'warning: the dashboards in {folders} have one name, {name}: one of them would replace the other':
    '警告：{folders} 中的大屏同名，均为 {name}：其中一个会替换另一个',

  // The report for a controller
  'The cost of {name}': '{name} 的费用',
  'The cost of {n} walls': '{n} 个大屏的费用',
  'An estimate before the first bill: nothing was measured on AWS.': '首张账单之前的估算：没有在 AWS 上实测。',
  '{amount} {found} a month on AWS': '在 AWS 上每月 {amount} {found}',
  '{amount} in 12 such months': '12 个这样的月份共 {amount}',
  '{amount} in 12 such months ({n} days)': '12 个这样的月份（{n} 天）共 {amount}',
  '{values}: screens x refresh, hours a day x days a month, region of the prices ({found})':
    '{values}：屏幕数 x 刷新间隔，每天小时数 x 每月天数，价格所在的区域（{found}）',
  '{amount} to {amount2}, because scan only limits what queries scan':
    '{amount} 到 {amount2}，因为 scan 限制了查询的扫描量',
  'Pays for': '用途',
  Gateway: '网关',
  Requests: '请求',
  Compute: '计算',
  Logs: '日志',
  Egress: '出站流量',
  'Shared cache': '共享缓存',
  Datasets: '数据集',
  Calls: '调用',
  'Saves a month': '每月节省',
  Change: '更改',
  'without {path}': '没有 {path}',
  Walls: '大屏',
  Dashboard: '大屏',
  Folder: '文件夹',
  Basis: '依据',
  'without the tag {path}': '没有标签 {path}',
  'No sum: {part}': '没有合计：{part}',

  // Options
  '--report must end in .html or .csv, such as bill.html, not {text}':
    '--report 应以 .html 或 .csv 结尾，例如 bill.html，现为 {text}',
  '--report: {file} exists, and no report made it: choose another name, or remove the file':
    '--report：{file} 已存在，且不是报告：请换一个名称，或删除该文件',
  '{option} is missing: --currency and --rate belong together, such as {code}':
    '缺少 {option}：--currency 和 --rate 须同时使用，例如 {code}',
  '{option} belongs to --actual: add it, such as {code}': '{option} 须与 --actual 一起使用：请加上，例如 {code}',
  '{option} asks AWS about a stage: add --stage, such as {code}':
    '{option} 向 AWS 查询一个阶段：请加上 --stage，例如 {code}',
  '--stage local is not on AWS: choose another one, such as dev': '--stage local 不在 AWS 上：请换一个，例如 dev',
  '--against must be a month such as 2026-10, not {text}': '--against 应为月份，例如 2026-10，现为 {text}',
  '--against compares two months: name the other one, such as {code}':
    '--against 比较两个月：请指定另一个月，例如 {code}',
  '--month must be a month such as 2026-10, not {text}': '--month 应为月份，例如 2026-10，现为 {text}',
  'cost --actual compares one dashboard: name its folder with --dashboard, and the log lines after --actual':
    'cost --actual 只比较一个大屏：请用 --dashboard 指定其文件夹，并在 --actual 之后写日志行的文件',
  '{option} is about the forecast: leave it out, or leave --actual out':
    '{option} 与预估有关：请去掉它，或去掉 --actual',
  '--year is not in CSV, whose amounts are those of a month: leave it out, or use --format json':
    'CSV 中没有 --year，其金额均为一个月的金额：请去掉它，或使用 --format json',
  'name folders either with --dashboard or as arguments, such as walls/*':
    '请用 --dashboard 或参数指定文件夹，例如 walls/*，不能同时使用',
  'the folder {folder} does not exist': '文件夹 {folder} 不存在',
  'the price list {file} cannot be read: check its path, and who may read it':
    '无法读取价目表 {file}：请检查路径和读取权限',
  'the price list {file} is invalid: {text}': '价目表 {file} 无效：{text}',
  '--actual: {file} cannot be read: check its path, and who may read it':
    '--actual：无法读取 {file}：请检查路径和读取权限',
  '--actual: the folder {folder} has no files: name one with log lines':
    '--actual：文件夹 {folder} 中没有文件：请指定含日志行的文件夹',
  '--actual: {file} has no line of a request to the dashboard {name} in {date}: it has {part}':
    '--actual：{file} 中没有 {date} 对大屏 {name} 的请求：其中有{part}',
  '--actual: {file} has no line of a request to the dashboard {name}: it has {part}':
    '--actual：{file} 中没有对大屏 {name} 的请求：其中有{part}',
  '{amount} line{s} that no function, Lambda or gateway wrote': ' {amount} 行不是由函数、Lambda 或网关生成的',
} as const;
