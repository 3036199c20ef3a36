/** The words of the schema of dashboard.yml, which complete hints such as `write …`. */
export const SCHEMA_MESSAGES = {
  // Sentences around them
  'write {part}': '请写{part}',
  'keep {part}': '请只保留{part}',
  'add {key}: {part}': '请添加 {key}：{part}',
  'add {key}': '请添加 {key}',
  '{key} is too short': '{key} 太短',

  // The dashboard
  'a map with `dashboard` and `endpoints`': '包含 `dashboard` 和 `endpoints` 的映射',
  'a name such as ops-room': '名称，例如 ops-room',
  'a text that says what the dashboard shows': '说明大屏内容的文字',
  'an AWS region, such as ap-southeast-1': 'AWS 区域，例如 ap-southeast-1',
  'the ARN of an Aurora cluster: arn:aws:rds:<region>:<account>:cluster:<name>':
    'Aurora 集群的 ARN：arn:aws:rds:<region>:<account>:cluster:<name>',
  'the ARN of a secret: arn:aws:secretsmanager:<region>:<account>:secret:<name>; the password itself stays there':
    '密钥的 ARN：arn:aws:secretsmanager:<region>:<account>:secret:<name>，密码本身留在那里',
  'the name of a database in the cluster': '集群中数据库的名称',
  'a list of at least two subnets of one VPC, in different Availability Zones, such as [subnet-0a1b2c3d, subnet-4e5f6a7b]; the stack then makes no VPC':
    '同一 VPC 中至少两个子网的列表，位于不同的可用区，例如 [subnet-0a1b2c3d, subnet-4e5f6a7b]；这样堆栈不再创建 VPC',
  'the ID of a subnet, such as subnet-0a1b2c3d': '子网的 ID，例如 subnet-0a1b2c3d',
  'the ID of a security group of the same VPC, such as sg-0a1b2c3d; it needs no rules, as the Data API uses no network of yours':
    '同一 VPC 中安全组的 ID，例如 sg-0a1b2c3d；无需规则，因为 Data API 不使用您的网络',
  'a map of `database` and, if you like, `workgroup`, `catalog`, `scan`, `data` and `results`, such as `{ database: shop, scan: 1 GB }`':
    '映射，包含 `database`，可选 `workgroup`、`catalog`、`scan`、`data` 和 `results`，例如 `{ database: shop, scan: 1 GB }`',
  'the name of an S3 bucket: 3 to 63 of a-z, 0-9, dots and hyphens': 'S3 存储桶的名称：3 到 63 个 a-z、0-9、点和连字符',
  'the ARN of a KMS key of yours, arn:aws:kms:<region>:<account>:key/<id>, a list of such ARNs, or a map of `read` and `store`':
    '您的 KMS 密钥的 ARN（arn:aws:kms:<region>:<account>:key/<id>）、其列表，或包含 `read` 和 `store` 的映射',
  'the ARN of the KMS key that encrypts the logs, the bucket, the shared cache, the database, secrets, topics and query results of the stack':
    '加密堆栈的日志、存储桶、共享缓存、数据库、密钥、主题和查询结果的 KMS 密钥的 ARN',
  'the ARN of the KMS key of your tokens, the named bucket or the named secret, or a list of such ARNs':
    '您的令牌、指定的存储桶或指定的密钥所用 KMS 密钥的 ARN，或其列表',
  'the ARN of a KMS key of yours: arn:aws:kms:<region>:<account>:key/<id>':
    '您的 KMS 密钥的 ARN：arn:aws:kms:<region>:<account>:key/<id>',
  "an account of 12 digits in quotes, or a map of stages and accounts, such as `{ dev: '123456789012' }`":
    "12 位账号，加引号；或阶段到账号的映射，例如 `{ dev: '123456789012' }`",
  'a stage, such as dev': '阶段，例如 dev',
  "an account of 12 digits in quotes, such as '123456789012'": "12 位账号，加引号，例如 '123456789012'",
  "a map of up to 40 tags, such as `{ cost-centre: '4711' }`": "最多 40 个标签的映射，例如 `{ cost-centre: '4711' }`",
  'a key of 1 to 128 letters, digits, blanks and _ . : / = + - @':
    '键，由 1 到 128 个字母、数字、空格和 _ . : / = + - @ 组成',
  'a text of 1 to 256 letters, digits, blanks and _ . : / = + - @; a number needs quotes':
    '文本，由 1 到 256 个字母、数字、空格和 _ . : / = + - @ 组成；数字要加引号',
  'a map of `boundary` and `path`, such as `{ boundary: team-boundary, path: /walls/ }`, or of `function` and `deploy`':
    '包含 `boundary` 和 `path` 的映射，例如 `{ boundary: team-boundary, path: /walls/ }`；或包含 `function` 和 `deploy` 的映射',
  'the ARN of a role for all functions, or its name in the account of the stack, where a stack may make no roles':
    '所有函数的角色：其 ARN，或堆栈所在账号中的名称；用于堆栈不得创建角色的账号',
  'the ARN of the role by which CloudFormation makes the stack, in place of your permissions':
    'CloudFormation 创建堆栈所用角色的 ARN，代替您的权限',
  'the ARN of a policy, or the name of one in the account of the stack, which limits every role':
    '限制每个角色的策略：其 ARN，或堆栈所在账号中的策略名称',
  'the path of every role, with a slash at both ends, such as /walls/': '所有角色的路径，首尾都有斜杠，例如 /walls/',
  'a map of `subnets` and `securityGroups` of one VPC, such as `{ subnets: [subnet-0a1b2c3d], securityGroups: [sg-0a1b2c3d] }`':
    '同一 VPC 的 `subnets` 和 `securityGroups` 的映射，例如 `{ subnets: [subnet-0a1b2c3d], securityGroups: [sg-0a1b2c3d] }`',
  'a list of 1 to 16 private subnets of one VPC, best in two Availability Zones or more':
    '同一 VPC 的 1 到 16 个私有子网的列表，最好分布在两个或更多可用区',
  'a list of 1 to 5 security groups of the same VPC, whose rules let the functions reach their sources':
    '同一 VPC 的 1 到 5 个安全组的列表，其规则须允许函数访问数据源',
  'the ID of a security group, such as sg-0a1b2c3d': '安全组的 ID，例如 sg-0a1b2c3d',
  "a list of origins, such as ['https://wall.example.com'], or ['*']":
    "来源的列表，例如 ['https://wall.example.com']，或 ['*']",
  "an origin without a path, such as https://wall.example.com, or '*'":
    "不带路径的来源，例如 https://wall.example.com，或 '*'",
  'a whole number of MB from 128 to 10240': '128 到 10240 之间的整数，单位 MB',
  "a whole number from 1 to 1000; AWS keeps 100 of an account's concurrency for other functions":
    '1 到 1000 之间的整数；AWS 为其他函数保留账号并发数中的 100',
  "days and times in the dashboard's timezone, such as 'Mon-Fri 07:30-22:00', or a list of them; a schedule wakes the database and warms the functions before the wall opens":
    "大屏时区中的星期和时间，例如 'Mon-Fri 07:30-22:00'，或其列表；大屏开放前会定时唤醒数据库并预热函数",
  'a list of days and times, at least one': '星期和时间的列表，至少一项',
  "days and times in quotes, such as 'Sat,Sun 09:00-18:00'": "加引号的星期和时间，例如 'Sat,Sun 09:00-18:00'",
  "days and times in quotes, such as 'Mon-Fri 07:30-22:00', or a list of them":
    "加引号的星期和时间，例如 'Mon-Fri 07:30-22:00'，或其列表",
  'a map of `rate` and `burst`, such as `{ rate: 50, burst: 100 }`':
    '包含 `rate` 和 `burst` 的映射，例如 `{ rate: 50, burst: 100 }`',
  'a number of requests a second, above 0 and up to 10000': '每秒请求数，大于 0，最大 10000',
  'a whole number of requests from 1 to 5000': '请求数，1 到 5000 之间的整数',
  'a map of `amount` and `email`, such as `{ amount: 20, email: ops@example.com }`':
    '包含 `amount` 和 `email` 的映射，例如 `{ amount: 20, email: ops@example.com }`',
  'a number of US dollars a month, above 0': '每月的美元金额，大于 0',
  'an address, such as ops@example.com': '邮箱地址，例如 ops@example.com',
  'a map of `title`, `turn` or `pages`, such as `{ title: Operations, turn: 30s }`':
    '包含 `title`、`turn` 或 `pages` 的映射，例如 `{ title: Operations, turn: 30s }`',
  'a text, such as Operations': '文本，例如 Operations',
  'a duration from 5s to 10m, such as 30s': '5s 到 10m 之间的时长，例如 30s',
  'a list of pages, each a text of rows of endpoint names': '页面的列表，每页是由接口名称排成的若干行文本',
  'rows of endpoint names, below `|`': '`|` 下面由接口名称排成的行',
  'a map of `name`, `certificate` and, if Route 53 has the zone, `hostedZone`; or of `name` and `path` for a domain that exists':
    '包含 `name`、`certificate` 的映射；如果域名托管在 Route 53，再加 `hostedZone`；域名已存在时，包含 `name` 和 `path`',
  'a path such as /walls/a, below which the domain serves this dashboard; without a certificate, the domain exists already':
    '例如 /walls/a 的路径，域名在其下提供本大屏；没有证书时，域名已存在',
  'a domain of yours in lower case, such as wall.example.com': '您的域名，小写，例如 wall.example.com',
  'the ARN of its certificate in ACM: arn:aws:acm:<region>:<account>:certificate/<id>':
    'ACM 中证书的 ARN：arn:aws:acm:<region>:<account>:certificate/<id>',
  'the ID of its public zone in Route 53, such as Z0123456789ABCDEFGHIJ':
    'Route 53 中公有区域的 ID，例如 Z0123456789ABCDEFGHIJ',
  '`open`, or `closed` once no component uses the address of API Gateway any more':
    '`open`；当没有组件再使用 API Gateway 的地址时可写 `closed`',
  'the only stage that has the domain, such as prod': '使用该域名的唯一阶段，例如 prod',
  '`full` (metrics and alarms of each function, and a CloudWatch dashboard), `basic` (metrics and alarms of the stack) or `none`':
    '`full`（每个函数的指标和告警，以及 CloudWatch 面板）、`basic`（堆栈的指标和告警）或 `none`',
  '`full` (a line for each request) or `none`, which costs less; the functions still log each request':
    '`full`（每个请求一行）或 `none`（费用更低，函数仍会记录每个请求）',
  "full (a line for each request) or summary (one line a minute for the hits of an endpoint's cache), which costs less":
    'full（每个请求一行）或 summary（每分钟用一行记录接口的缓存命中，费用更低）',
  'a whole number of days from 1 to 3653, of which CloudWatch keeps the next length that it has':
    '1 到 3653 之间的整数天数，CloudWatch 取不短于它的最近一档',
  'a whole number of screens that show the dashboard at once': '同时显示大屏的屏幕数，整数',
  'a duration of 1s or longer, such as 10s': '1s 或更长的时长，例如 10s',
  'a duration of whole seconds from 3s to 29s, such as 10s': '3s 到 29s 之间的整秒时长，例如 10s',
  'a map of at least one dataset, by names such as sales': '至少一个数据集的映射，以名称为键，例如 sales',
  'a map of at least one endpoint, by names such as traffic-share':
    '至少一个接口的映射，以名称为键，例如 traffic-share',
  'a text of 1 to 200 characters in one line': '一行文本，1 到 200 个字符',
  'a duration from 1s to 24h, such as 10s, 1m or 2h': '1s 到 24h 之间的时长，例如 10s、1m 或 2h',
  'a duration such as 5m, which is the default, or `off`': '时长，例如默认的 5m，或 `off`',

  // Clients, keys, tokens and caches
  'the name of a front end, such as goview, or a map such as `{ like: goview, period: 24h }`':
    '前端的名称，例如 goview；或映射，例如 `{ like: goview, period: 24h }`',
  'a map of at least one of `like`, `methods`, `headers`, `credentials`, `period`, `envelope` and `errors`':
    '映射，至少包含 `like`、`methods`、`headers`、`credentials`、`period`、`envelope` 和 `errors` 之一',
  'the name of a front end, such as goview': '前端的名称，例如 goview',
  'a list of GET and POST; the front end sends the first': '由 GET 和 POST 组成的列表，前端发送第一个',
  'GET or POST': 'GET 或 POST',
  'a list of headers, such as [x-access-token]': '请求头的列表，例如 [x-access-token]',
  'the name of a header, such as x-access-token': '请求头的名称，例如 x-access-token',
  '`plain`, `code` or `status`': '`plain`、`code` 或 `status`',
  '`status`, with which errors have their own HTTP status, or `200`': '`status`（错误带有各自的 HTTP 状态码）或 `200`',
  'the place of the key, ssm:/path or env:NAME, a list of places, or a map of `place`, `header` and `query`; never the key itself':
    '密钥的位置 ssm:/path 或 env:NAME、位置的列表，或包含 `place`、`header` 和 `query` 的映射；不要写密钥本身',
  'the name of the header with the key, such as x-api-key; authorization has Bearer and the key':
    '带密钥的请求头的名称，例如 x-api-key；authorization 中为 Bearer 和密钥',
  'the name of a query parameter that may have the key, such as key; URLs end in logs':
    '可带密钥的查询参数的名称，例如 key；注意 URL 会出现在日志中',
  'the place of the key, ssm:/path or env:NAME, or a list of places; never the key itself':
    '密钥的位置 ssm:/path 或 env:NAME，或位置的列表；不要写密钥本身',
  'a list of at least one place such as ssm:/path or env:NAME': '至少一个位置的列表，例如 ssm:/path 或 env:NAME',
  "the place of the key, ssm:/path or env:NAME, or none to switch the dashboard's key off":
    '密钥的位置 ssm:/path 或 env:NAME；写 none 则不用大屏的密钥',
  'a duration: 500ms, 30s, 10m, 2h or 1d; 0s switches it off': '时长：500ms、30s、10m、2h 或 1d；0s 表示关闭',
  'a duration such as 30s, or a map of `ttl` and `shared`': '时长，例如 30s；或包含 `ttl` 和 `shared` 的映射',
  'a duration, such as 30s': '时长，例如 30s',
  'true for one cache in DynamoDB, or false for one in each environment':
    'true（DynamoDB 中的共享缓存）或 false（每个环境各自缓存）',
  'the place of the token, ssm:/path or env:NAME, or a list of places; never the token itself':
    '令牌的位置 ssm:/path 或 env:NAME，或位置的列表；不要写令牌本身',
  "the place of the token, ssm:/path or env:NAME, or `none` to switch the dashboard's token off":
    '令牌的位置 ssm:/path 或 env:NAME；写 `none` 则不用大屏的令牌',
} as const;
