/** The help of the command `cost`: options, notes, the model, prices, and what is left out. */
export const COST_MESSAGES = {
  'several dashboard folders, such as walls/*, in place of --dashboard':
    '多个大屏文件夹，例如 walls/*，代替 --dashboard',
  'also prints each endpoint, the model, the assumptions, the prices and what is left out':
    '还显示各接口、计算方法、假设、价格和未计入的项目',
  'also prints the total of twelve such months': '还显示十二个这样的月份的总额',
  'another currency for every amount, such as CNY; needs --rate':
    '所有金额使用的另一种货币，例如 CNY；须同时使用 --rate',
  'what one unit of the currency of the prices costs in --currency, such as 7.1':
    '价目表货币的一个单位合多少 --currency，例如 7.1',
  'adds up the dashboards by the values of one of their tags, such as department':
    '按某个标签的值汇总各大屏，例如 department',
  'also writes a report for a controller: an .html file without scripts, or .csv':
    '还生成供财务人员使用的报告：不含脚本的 .html 文件或 .csv',
  'compares what was used with the forecast: files or folders of log lines; without them, asks AWS about --stage':
    '把实际用量与预估比较：日志行的文件或文件夹；不指定则向 AWS 查询 --stage',
  'with --actual, counts only one month in UTC, such as 2026-10':
    '与 --actual 一起使用：只统计一个月（UTC），例如 2026-10',
  'with --actual and --month, another month: says why the first one costs more or less than this one':
    '与 --actual 和 --month 一起使用：另一个月，说明前者为何比它贵或便宜',
  'with --actual, counts only one stage, such as prod': '与 --actual 一起使用：只统计一个阶段，例如 prod',
  'with --actual, also asks Cost Explorer what AWS billed by the tags: 0.01 US dollars for each request':
    '与 --actual 一起使用：还向 Cost Explorer 查询 AWS 按标签出账的金额，每次请求 0.01 美元',
  'ends with exit code 1 if the budget of dashboard.yml is exceeded': '如果超出 dashboard.yml 的预算，则退出码为 1',
  'how often a screen refreshes each endpoint; by default, refresh or alarms.refresh of dashboard.yml':
    '每个屏幕刷新各接口的间隔；默认为 dashboard.yml 的 refresh 或 alarms.refresh',
  'number of screens that show the dashboard at once; by default, alarms.screens of dashboard.yml':
    '同时显示大屏的屏幕数；默认为 dashboard.yml 的 alarms.screens',
  'hours a day x days a month; by default `hours` of dashboard.yml, or else {value}':
    '每天小时数 x 每月天数；默认为 dashboard.yml 的 `hours`，否则为 {value}',
  "a price list; by default, that of the dashboard's region if it is included, or else that of {region}":
    '价目表；默认为大屏所在区域的价目表（如已内置），否则为 {region} 的价目表',
  'billed time of a warm call that reads its sources; the default is measured for the memory of dashboard.yml':
    '读取数据源的热调用的计费时间；默认值是按 dashboard.yml 的 memory 实测的',
  'billed time of a call with a response from the cache, at most --read; the default is measured too':
    '由缓存响应的调用的计费时间，不超过 --read；默认值也是实测的',
  'billed time of a cold call with its INIT, at least --read; the default is measured too':
    '冷调用（含 INIT）的计费时间，不少于 --read；默认值也是实测的',
  'billed time of each call to the table of the shared cache': '每次访问共享缓存表的计费时间',
  'time of a call over HTTP to a host of dashboard.yml; a function waits for it and pays the time':
    '通过 HTTP 调用 dashboard.yml 中主机的时间；函数等待并为这段时间付费',
  'time of a query through Athena; each environment waits for it once in a slot':
    '通过 Athena 查询一次的时间；每个执行环境在每个时段等待一次',
  'MB of a file that a whole vCPU scans in a second; a function has memory / 1769 of a vCPU':
    '一个完整 vCPU 每秒扫描的文件 MB 数；函数有 memory / 1769 个 vCPU',
  'MB of a file that arrive from S3 in a second': '每秒从 S3 收到的文件 MB 数',
  'size of one response with its headers; by default, that of each endpoint whose rows are in data/, and 4 KB of all others':
    '一次响应（含标头）的大小；数据在 data/ 中的接口默认按实际大小，其他接口为 4 KB',
  'size of the log lines of one call: those of the function, of Lambda itself and of the gateway; by default, those of each endpoint':
    '一次调用的日志行大小：函数、Lambda 自身和网关的日志行；默认按各接口计算',
  'size of the result of one SQL statement': '一条 SQL 语句结果的大小',
  'minimum number of environments that Lambda keeps for each function': 'Lambda 为每个函数保留的最少执行环境数',
  'time after which Lambda replaces an environment, however busy it is': 'Lambda 替换执行环境的时间，无论其是否繁忙',
  'time after which Lambda removes an idle environment': 'Lambda 移除空闲执行环境的时间',
  'capacity units of the stack’s own database while it is awake': '堆栈自有数据库运行时的容量单位数',
  'bytes that a query through Athena scans; by default the most that scan of its dataset allows':
    '通过 Athena 查询一次扫描的字节数；默认为数据集的 scan 允许的上限',
  'length of the slots of datasets over Athena; by default the cache of each dataset':
    'Athena 数据集的时段长度；默认为各数据集的 cache',
  'combinations of parameters that screens show of an endpoint; by default all that it has':
    '各屏幕显示的接口参数组合数；默认为接口的全部组合',
  'pages of an answer over HTTP; by default the most that atMost of its dataset allows':
    'HTTP 响应的页数；默认为数据集的 atMost 允许的上限',
  'metrics that a SEARCH of CloudWatch finds; by default the most, {n}':
    'CloudWatch 的 SEARCH 找到的指标数；默认为上限 {n}',

  // Notes
  'json prints {json}, with amounts per month.': 'json 输出 {json}，金额按月计。',
  'parts together are total.': 'parts 之和为 total。',
  'For several folders, json prints {json}, where byTag has the sums of each value of the tag, and those without it under an empty one.':
    '有多个文件夹时，json 输出 {json}，其中 byTag 为标签各个值的合计，没有该标签的大屏归入空值。',
  'With --against, forecast is called against, and has what the other month was.':
    '使用 --against 时，forecast 称为 against，为另一个月的用量。',
  'With --actual, json prints {json}, where forecast and actual have total and parts, and the amounts of causes together are difference.':
    '使用 --actual 时，json 输出 {json}，其中 forecast 和 actual 含有 total 和 parts，causes 的金额之和为 difference。',

  // The model
  'How it is worked out': '计算方法',
  'Cold and warm.': '冷调用与热调用。',
  'Each family of components is one Lambda function.': '每个组件系列是一个 Lambda 函数。',
  'An environment of a function handles one call at a time.': '函数的一个执行环境一次处理一个调用。',
  'A call for which an environment has to start is cold, and the start (INIT) is billed.':
    '需要启动执行环境的调用为冷调用，启动（INIT）也计费。',
  'A function has as many environments as calls run at once on average, but at least --environments.':
    '函数的执行环境数等于平均同时运行的调用数，但不少于 --environments。',
  'Raise that option if components send their requests at the same instant.':
    '如果各组件在同一时刻发送请求，请调大该选项。',
  'Cache.': '缓存。',
  'While an endpoint’s cache lasts, an environment responds from its memory.':
    '在接口的缓存有效期内，执行环境用内存中的内容响应。',
  'It reads the sources once in that time, and once when it starts.': '在此期间读取一次数据源，启动时也读取一次。',
  'All screens are assumed to show the same period.': '假设所有屏幕显示同一时间段。',
  'Without a cache, each call reads every source of its endpoint.': '没有缓存时，每次调用都读取接口的所有数据源。',
  'Reading a file that has not changed is billed too.': '读取没有变化的文件也计费。',
  'Parameters.': '参数。',
  'The sources are read for each combination of parameters, or for --combinations, but not more often than requests arrive.':
    '按每种参数组合（或 --combinations）读取数据源，但不会比请求更频繁。',
  'Files.': '文件。',
  'A file adds to a call the longer of two times: MB / (--scan x share of a vCPU), or MB / --fetch.':
    '文件使调用增加两个时间中较长的一个：MB /（--scan x vCPU 份额），或 MB / --fetch。',
  'A file with a window is scanned for each response, because its rows depend on the time.':
    '带 window 的文件每次响应都要扫描，因为其数据行取决于时间。',
  'A function keeps the bytes of such a file if they are at most 16 MB and at most a sixteenth of its memory.':
    '如果这类文件不超过 16 MB，且不超过函数内存的十六分之一，函数会保留其内容。',
  'It fetches a larger file each time.': '更大的文件每次都要获取。',
  'Shared cache.': '共享缓存。',
  'One environment of a function builds the response.': '函数的一个执行环境生成响应。',
  'The other environments, also new ones, find it in a DynamoDB table, so the sources are read once while the cache lasts.':
    '其他执行环境（包括新启动的）从 DynamoDB 表中取得响应，因此在缓存有效期内数据源只读取一次。',
  'A call reads the table if its environment has no response in memory.':
    '如果执行环境的内存中没有响应，调用会读取该表。',
  'Building a response takes 2 writes: the lease and the response (3 if the cache is shorter than a lease of 3 s).':
    '生成一个响应需要写入 2 次：租约和响应（如果缓存时间短于 3 秒的租约，则为 3 次）。',
  'Every other environment is assumed to try for the lease once, in vain, which is one write and one read.':
    '假设其他每个执行环境都尝试一次获取租约但未成功，即一次写入和一次读取。',
  'In the formats json and csv, this cost is part of the source calls.':
    '在 json 和 csv 格式中，这项费用计入数据源调用。',
  'Datasets.': '数据集。',
  'A dataset is read once in each slot of its cache, for all endpoints that select from it.':
    '数据集在其缓存的每个时段读取一次，供所有从中取数的接口使用。',
  'All environments of all functions share one query through Athena, and each of them waits for the result once (--query).':
    '所有函数的所有执行环境共用一次 Athena 查询，并各等待一次结果（--query）。',
  'The Data API and S3 are called by each environment, or once for all with shared: true.':
    'Data API 和 S3 由每个执行环境分别调用；使用 shared: true 时共用一次调用。',
  'Athena bills the bytes that a query scans.': 'Athena 按查询扫描的字节数计费。',
  'An estimate assumes scanned of dashboard.yml, or else scan, which is the most that a query may scan, unless --scanned gives the real size.':
    '估算采用 dashboard.yml 的 scanned，否则采用 scan（查询可扫描的上限），除非 --scanned 给出实际大小。',
  'Hosts.': '主机。',
  'Each page of an answer, also an empty one at its end, is a call, like each login, which is assumed to last an hour.':
    '响应的每一页是一次调用，末尾的空页也是，每次登录也是一次调用，假设登录有效期为一小时。',
  'An estimate assumes as many pages as atMost allows, unless --pages gives their number.':
    '估算采用 atMost 允许的页数，除非 --pages 给出页数。',
  'A function waits for each call (--http).': '函数等待每次调用完成（--http）。',
  'CloudWatch bills each metric of a read, and of a SEARCH each one that it finds (--found).':
    'CloudWatch 按读取的每个指标计费，SEARCH 按其找到的每个指标计费（--found）。',
  'Opening hours.': '开放时间。',
  'Screens send requests in the hours of dashboard.yml (--hours overrides them).':
    '屏幕在 dashboard.yml 的 hours 内发送请求（--hours 优先）。',
  'A month is assumed to have its average number of each weekday.': '假设每月各个星期几的天数为平均值。',
  'The schedule that opens the wall costs one call of each function a day, and wakes the database two minutes early.':
    '开启大屏的定时任务每天调用每个函数一次，并提前两分钟唤醒数据库。',
  'Database.': '数据库。',
  'The stack’s own database pauses after 300 s without a query, and costs no ACU hours while it is paused.':
    '堆栈自有的数据库在 300 秒没有查询后暂停，暂停期间不产生 ACU 小时费用。',
  'Each query keeps it awake for 300 s.': '每次查询使其保持运行 300 秒。',
  'The queries of one function come together.': '同一函数的查询同时到达。',
  'Those of several functions overlap at random.': '多个函数的查询随机重叠。',
  'Watching.': '监控。',
  'Metrics from log lines, alarms and the CloudWatch dashboard cost the same for any number of requests.':
    '来自日志行的指标、告警和 CloudWatch 控制面板的费用与请求数无关。',
  'watch: full has those of each function, watch: basic has those of the whole stack, and watch: none has none.':
    'watch: full 包含每个函数的监控，watch: basic 只包含整个堆栈的监控，watch: none 没有监控。',

  // The example and the prices
  'A worked example of a lake': '数据湖算例',
  'Table of Parquet': 'Parquet 表',
  Slot: '时段',
  'Bytes of a query': '每次查询字节数',
  '{n} queries': '{n} 个查询',
  'One dataset': '一个数据集',
  '1 GB of 30 days': '30 天共 1 GB',
  '100 GB of 30 days': '30 天共 100 GB',
  '10 TB of 365 days': '365 天共 10 TB',
  '{n} components that are always on.': '{n} 个始终显示的组件。',
  'The table has a partition for each day.': '表按天分区。',
  'A query of the last day reads one partition, and in it only the columns that it names: {share} of the bytes.':
    '查询最近一天时只读取一个分区，且只读取其中用到的列，即 {share} 的字节。',
  'At least {n} MB are billed.': '至少按 {n} MB 计费。',
  'A database of the stack that is awake all month costs {amount}.': '堆栈的数据库整月运行的费用为 {amount}。',
  'Prices of {region}, {month}, in {currency}': '{region} 的价格，{month}，{currency}',
  'API Gateway, HTTP API, first 300 million calls; each 512 KB of a call counts':
    'API Gateway，HTTP API，前 3 亿次调用；调用中每 512 KB 计一次',
  'Lambda, requests': 'Lambda，请求数',
  'Lambda, duration on arm64, first tier; the start of an environment (INIT) is billed like any other time':
    'Lambda，arm64 上的运行时间，第一档；执行环境的启动（INIT）同样计费',
  'Lambda, duration on x86_64, first tier; for comparison only: functions run on arm64':
    'Lambda，x86_64 上的运行时间，第一档；仅供比较：函数在 arm64 上运行',
  'S3 Standard, GET; reads that find the file unchanged (304) count too':
    'S3 标准存储，GET；文件没有变化（304）的读取也计算在内',
  'RDS Data API, first thousand million; each 32 KB of a result counts':
    'RDS Data API，前 10 亿次；结果每 32 KB 计一次',
  'Athena, 5.00 per TB that a query scans, taken as 1,000,000 MB; each started MB counts, and at least 10 MB for each query; more expensive in some regions (6.75 in us-west-1, 9.00 in sa-east-1)':
    'Athena，查询每扫描 1 TB（按 1,000,000 MB 计）5.00；不足 1 MB 按 1 MB 计，每次查询至少 10 MB；部分区域更贵（us-west-1 为 6.75，sa-east-1 为 9.00）',
  'Redshift Serverless, for comparison only; at least 4 RPU, and at least 60 seconds each time it wakes':
    'Redshift Serverless，仅供比较；至少 4 RPU，每次唤醒至少 60 秒',
  'DynamoDB on demand, strongly consistent reads; each 4 KB of a response counts':
    'DynamoDB 按需模式，强一致性读取；响应每 4 KB 计一次',
  'DynamoDB on demand, writes, also refused ones; each 1 KB of a response counts':
    'DynamoDB 按需模式，写入，包括被拒绝的写入；响应每 1 KB 计一次',
  'CloudWatch Logs, ingestion into the standard class': 'CloudWatch Logs，标准日志类的数据收集',
  'Data transfer out to the internet, first 10 TB; the first 100 GB, which are free, are not counted as free':
    '向互联网传出的数据，前 10 TB；免费的前 100 GB 也按收费计算',
  'Aurora Serverless v2, standard; nothing while the database is paused':
    'Aurora Serverless v2，标准配置；数据库暂停期间不收费',
  "Secrets Manager; the stack's own database has two secrets: the passwords of its owner and of the read-only role":
    'Secrets Manager；堆栈自有的数据库有两个密钥：所有者和只读角色的密码',
  'CloudWatch, custom metrics, first 10,000': 'CloudWatch，自定义指标，前 10,000 个',
  'CloudWatch, metrics requested by GetMetricData; up to five statistics of a metric in one call count as one, and each metric that a SEARCH finds counts':
    'CloudWatch，GetMetricData 请求的指标数；一次调用中同一指标的至多五个统计值计为一个，SEARCH 找到的每个指标都计算在内',
  'CloudWatch, standard alarms': 'CloudWatch，标准告警',
  'CloudWatch, dashboards': 'CloudWatch，控制面板',
  'Route 53; queries for the alias record, the certificate and the domain at API Gateway are free':
    'Route 53；别名记录的查询、证书和 API Gateway 的自定义域名免费',
  'First paid tier on demand, before tax; free tiers, discounts and commitments are left out.':
    '按需付费的第一个收费档，不含税；不计免费额度、折扣和承诺用量。',
  "The prices were not read from AWS directly: compare them with AWS's own pages before you sign anything.":
    '这些价格并非直接从 AWS 读取：签署任何文件之前，请与 AWS 官方页面核对。',

  // Left out
  'Left out': '未计入',
  'Free tiers (among them 100 GB of egress a month), discounts and tax: every unit is paid from the first one on.':
    '免费额度（包括每月 100 GB 的出站流量）、折扣和税：每个单位都从第一个起计费。',
  'Keeping and searching logs: only writing them is counted.': '日志的保存和搜索：只计写入。',
  'Storing files in S3, uploading them, and their versions.': '文件在 S3 中的存储、上传及其版本。',
  'Reading them from Lambda in the same region costs no transfer.': '同一区域内由 Lambda 读取不产生传输费用。',
  'The database’s storage, I/O and backups, capacity above what is assumed, and the hours of a database that is not the stack’s own.':
    '数据库的存储、I/O 和备份，超出假设的容量，以及非堆栈自有数据库的运行时间。',
  'The calls that warm the functions before the wall opens: less than a cent; schedules are free up to 14 million runs a month.':
    '大屏开启前预热函数的调用：不到一美分；定时任务每月 1400 万次以内免费。',
  'Preflights of browsers (about one an hour for each screen and endpoint), failed calls and repeated ones.':
    '浏览器的预检请求（每个屏幕的每个接口约每小时一次）、失败和重复的调用。',
  'Tokens: standard parameters of SSM are free; decrypting them, once in 5 minutes for each environment, costs cents.':
    '令牌：SSM 的标准参数免费；每个执行环境每 5 分钟解密一次，费用为几美分。',
  'Storing shared responses: a few KB for each endpoint and period are less than a cent, and deleting expired ones is free.':
    '共享响应的存储：每个接口和时间段几 KB，不到一美分；删除过期的响应免费。',
  'Calls of the Data API to Secrets Manager (5.00 per million): AWS does not say how often the Data API makes them.':
    'Data API 对 Secrets Manager 的调用（每百万次 5.00）：AWS 没有说明 Data API 的调用频率。',
  '{amount} per {part}': '{amount} / {part}',
  '{amount} per {amount2} {part}': '{amount} / {amount2} {part}',
  GB: 'GB',
  'GB-second': 'GB-秒',
  reads: '读取',
  queries: '查询',
  'MB scanned': 'MB 扫描量',
  'RPU-hour': 'RPU-小时',
  'metrics read': '读取的指标',
  'read units': '读取单位',
  'write units': '写入单位',
  'ACU-hour': 'ACU-小时',
  'secret a month': '密钥每月',
  'metric a month': '指标每月',
  'alarm a month': '告警每月',
  'dashboard a month': '控制面板每月',
  'hosted zone a month': '托管区域每月',
} as const;
