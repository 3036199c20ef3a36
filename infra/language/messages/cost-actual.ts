/** Messages of the report on the use of a month, beside its forecast. */
export const COST_ACTUAL_MESSAGES = {
  // The use beside the forecast
  '{found}: {amount} {found2}, forecast {amount2}, difference {value}':
    '{found}：{amount} {found2}，预估 {amount2}，相差 {value}',
  '{found}: {amount} {found2}, forecast {amount2}, difference {value}: {list}':
    '{found}：{amount} {found2}，预估 {amount2}，相差 {value}：{list}',
  '{found}: {amount} {found2}, {found3}: {amount2}, difference {value}':
    '{found}：{amount} {found2}，{found3}：{amount2}，相差 {value}',
  '{found}: {amount} {found2}, {found3}: {amount2}, difference {value}: {list}':
    '{found}：{amount} {found2}，{found3}：{amount2}，相差 {value}：{list}',
  '{name}: the forecast is for the {n} day{s} on which screens asked, {amount} h each, and for what a month costs at any use; prices of {region}, {found}.':
    '{name}：预估针对屏幕发出请求的 {n} 天（每天 {amount} 小时），以及一个月无论用量多少都要支付的费用；采用 {region} {found}的价格。',
  '{name}: the forecast is for the {n} day{s} on which screens asked, {amount} h each, and for what {n2} months cost at any use; prices of {region}, {found}.':
    '{name}：预估针对屏幕发出请求的 {n} 天（每天 {amount} 小时），以及 {n2} 个月无论用量多少都要支付的费用；采用 {region} {found}的价格。',
  '{name}: what was used in {found} and in {found2}, both at the prices of {region}, {found3}, and with the endpoints that dashboard.yml has now.':
    '{name}：{found}和{found2}的用量，均采用 {region} {found3}的价格，接口以 dashboard.yml 现有的为准。',
  'Stages: {names}; --stage chooses one.': '阶段：{names}；可用 --stage 选择一个。',
  Causes: '原因',
  Endpoints: '接口',
  'no cause changes the amount by a cent': '没有任何原因使金额变化一分',
  'A forecast with {code} fits this use.': '使用 {code} 的预估与此用量相符。',
  'Assumed, because no line counts it: {list}.': '以下为假设，因为没有日志行统计：{list}。',
  'Counted use times unit prices, without free tiers: no bill of AWS.':
    '按统计的用量乘以单价，不计免费额度：不是 AWS 的账单。',
  'No access log was read, so screens and refresh cannot be told apart.':
    '没有读取访问日志，因此无法区分屏幕数和刷新间隔。',
  'The gateway logged {amount} more requests than the functions: these requests are counted like the others.':
    '网关记录的请求比函数多 {amount} 个：与其他请求同样计算。',
  '{amount} line{s} read.': '读取了 {amount} 行。',
  '{amount} line{s} read, skipped: {causes}.': '读取了 {amount} 行，跳过：{causes}。',
  '{amount} line{s} read, skipped: {text}.': '读取了 {amount} 行，跳过：{text}。',
  '{amount} copies': '{amount} 行重复',
  '{amount} outside the month': '{amount} 行不在该月内',
  '{amount} of other programs': '{amount} 行由其他程序生成',
  'AWS billed {amount} {found} by the tags from {from} to {until}, {part} than counted: {list}.':
    'AWS 按标签从 {from} 到 {until} 出账 {amount} {found}，比统计{part}：{list}。',
  'It is an estimate until AWS closes the month.': '在 AWS 结清该月之前为估算值。',
  'AWS charges 0.01 US dollars for this request to Cost Explorer': 'AWS 对此次 Cost Explorer 请求收取 0.01 美元',
  endpoint: '接口',
  forecast: '预估',
  actual: '实际',
  calls: '调用',
  cold: '冷调用',
  sent: '发送',
  hours: '时间',
  days: '天数',
  endpoints: '接口',
  screens: '屏幕数',
  refresh: '刷新间隔',
  failures: '失败',
  sources: '数据源',
  coldStarts: '冷启动',
  durations: '耗时',
  bodies: '响应大小',
  strangers: '其他请求',
  sharedCache: '共享缓存',
  other: '其他',
  '{amount} failed, {amount2} refused': '{amount} 个失败，{amount2} 个被拒绝',
  '{amount} warm-ups, {amount2} calls without an end, and rounding':
    '预热 {amount} 次、未结束的调用 {amount2} 次，以及舍入',
  '{amount} requests for other addresses, or preflights': '{amount} 个对其他地址的请求或预检请求',
  '{amount} units read, {amount2} written': '读取 {amount} 个单位，写入 {amount2} 个',
  '{amount} requests instead of {amount2}: as many as from {part}, or from {part2}':
    '{amount} 个请求，预估为 {amount2}：相当于{part}，或{part2}',
  '{amount} requests instead of {amount2}: as many as from {part}': '{amount} 个请求，预估为 {amount2}：相当于{part}',
  '{amount} screens every {duration}': '{amount} 个屏幕每 {duration} 一次',
  'one screen every {duration}': '1 个屏幕每 {duration} 一次',
  '{amount} h a day instead of {amount2} ({n} day{s})': '每天 {amount} 小时，预估为 {amount2}（{n} 天）',
  'from {amount} to {amount2} days with requests': '有请求的天数从 {amount} 变为 {amount2}',
  'from {amount} to {amount2} h a day': '每天从 {amount} 小时变为 {amount2} 小时',
  'from {amount} to {amount2} requests, by more or fewer screens or another refresh':
    '请求从 {amount} 个变为 {amount2} 个：屏幕数或刷新间隔不同',
  'from {amount} to {amount2} refused requests': '被拒绝的请求从 {amount} 个变为 {amount2} 个',
  'from {amount} to {amount2} reads': '读取从 {amount} 次变为 {amount2} 次',
  'from {values} to {values2} a call': '每次调用从 {values} 变为 {values2}',
  'from {amount} to {amount2} requests for other addresses, or preflights':
    '对其他地址的请求或预检请求从 {amount} 个变为 {amount2} 个',
  'from {amount} to {amount2} units read': '读取的单位从 {amount} 个变为 {amount2} 个',
  'from {amount} to {amount2} hours of a capacity unit': '从 {amount} 变为 {amount2} 容量单位小时',
  'as assumed for the days and hours of each month': '按各月的天数和小时数假设',
  'from {amount} to {amount2} warm-ups, calls without an end, and rounding':
    '预热从 {amount} 次变为 {amount2} 次，以及未结束的调用和舍入',
  'new: {names}': '新增：{names}',
  'no longer asked: {names}': '不再请求：{names}',
  'new: {names}; no longer asked: {names2}': '新增：{names}；不再请求：{names2}',
  '{name} from {amount} {unit} to {amount2} {unit2}': '{name} 从 {amount} {unit} 变为 {amount2} {unit2}',
  'from {duration} to {duration2}': '从 {duration} 变为 {duration2}',
  '{found} instead of {text} a call': '每次调用 {found}，预估为 {text}',
  '{found} instead of {text}': '{found}，预估为 {text}',
  '{amount} reads': '读取 {amount} 次',
  '{amount} hours of a capacity unit': '{amount} 容量单位小时',
  'every {duration}': '每 {duration}',
} as const;
