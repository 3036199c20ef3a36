/** Sentences about hosts, and about datasets that call them. */
export const HOST_MESSAGES = {
  // Hosts
  '`url` is no address': '`url` 不是地址',
  'write an address such as https://tickets.example.com/api/v2': '请写地址，例如 https://tickets.example.com/api/v2',
  '`url` contains a user or a password': '`url` 中有用户名或密码',
  'write `auth: { basic: { user, password: ssm:/path } }`': '请写 `auth: { basic: { user, password: ssm:/path } }`',
  '`url` has a query': '`url` 中有查询参数',
  'write `query` at the dataset, or `auth: { query: { key: ssm:/path } }`':
    '请在数据集中写 `query`，或写 `auth: { query: { key: ssm:/path } }`',
  '{key} has a step `.` or `..`': '{key} 中有 `.` 或 `..`',
  'write the whole path': '请写完整路径',
  '`url` has an address that is never called': '`url` 的地址从不允许调用',
  'write the address of the API itself, without a dot at its end': '请写 API 本身的地址，末尾不加点',
  '`url` is http, without TLS': '`url` 是 http，没有 TLS',
  'write https, or add `plain: true`': '请写 https，或添加 `plain: true`',
  '`plain` is for http, and `url` is https': '`plain` 用于 http，而 `url` 是 https',
  'remove `plain`': '请删除 `plain`',
  '{key} is a second way to show that calls may read': '{key} 是第二种认证方式',
  'keep one of them': '请只保留一个',
  '`login` gives the token, and `auth` gives another': '`login` 已给出令牌，`auth` 又给出另一个',
  '`login` needs `form` or `body`': '`login` 需要 `form` 或 `body`',
  'write `form` for a form, or `body` for JSON, and not both': '表单写 `form`，JSON 写 `body`，不能两者都写',
  '`url` names no region of AWS': '`url` 中没有 AWS 区域',
  'write an address such as https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1':
    '请写地址，例如 https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1',
  'there is no host {bare}': '没有主机 {bare}',
  'hosts has {names}': 'hosts 中有 {names}',
  'add it at the top: `{code}`': '请在顶层添加：`{code}`',
  'the host {form} is this machine: functions on AWS cannot reach it': '主机 {form} 是本机：AWS 上的函数无法访问',
  'write the address of the API as functions reach it, before you deploy': '部署之前，请写函数能够访问的 API 地址',
  'the host {form} has a private address: functions on AWS do not call it':
    '主机 {form} 的地址是私有地址：AWS 上的函数不会调用它',
  'add `private: true` to the host, and `vpc` at the top': '请给该主机添加 `private: true`，并在顶层添加 `vpc`',
  'the host {form} is private: functions outside of its network cannot reach it':
    '主机 {form} 是私有主机：其网络之外的函数无法访问',
  'add `vpc` at the top, with a network that reaches the host': '请在顶层添加 `vpc`，使用能访问该主机的网络',
  'no dataset calls the host {form}': '没有数据集调用主机 {form}',
  'remove it, or name it as `host` of a dataset': '请删除，或在数据集的 `host` 中写它',
  '{key} does not say where a secret is kept; is it the secret itself?':
    '{key} 没有说明密钥保存在哪里，写的是密钥本身吗？',
  'keep it in the Parameter Store, and write its place: ssm:/path': '请存入 Parameter Store，并写其位置：ssm:/path',
  '{key} does not name a secret': '{key} 没有指明密钥',
  'write ssm:/path, with letters, digits, dots, hyphens and underscores':
    '请写 ssm:/path，只用字母、数字、点、连字符和下划线',
  'the local stack cannot call the host until {form} has {path}': '{form} 中有 {path} 之前，本地堆栈无法调用该主机',

  'This is no address: paste one such as https://tickets.example.com/api/v2/search?state=open.':
    '这不是地址：请粘贴地址，例如 https://tickets.example.com/api/v2/search?state=open。',
  'No host of `hosts` in dashboard.yml has this address. Add the host first: `{code}`.':
    'dashboard.yml 的 `hosts` 中没有此地址的主机。请先添加主机：`{code}`。',
  '{name} looks like a secret. Write it at the host {name2} as `{code}`, and paste the address again.':
    '{name} 像是密钥。请在主机 {name2} 中写 `{code}`，再粘贴地址。',

  // Requests
  '`path` is an address of its own': '`path` 是一个完整地址',
  'write the address at `hosts`, and the path below it here': '请把地址写在 `hosts` 中，这里写其下的路径',
  '`path` has a query': '`path` 中有查询参数',
  'write it as a map: `{code}`': '请写成映射：`{code}`',
  '`path` has a brace too many': '`path` 多了一个花括号',
  'write {from}, {to} or {name} of a parameter': '请写 {from}、{to} 或参数的 {name}',
  '`form` is a second body': '`form` 是第二个请求体',
  'keep `body` for JSON, or `form` for a form': 'JSON 保留 `body`，表单保留 `form`',
  'a `GET` has no `body` and no `form`': '`GET` 没有 `body` 和 `form`',
  'write `method: POST`, or `query`': '请写 `method: POST`，或用 `query`',
  '`repeat` is for a POST': '`repeat` 用于 POST',
  'remove it: a GET may always be repeated': '请删除：GET 总是可以重复',
  '`times` cannot be {bare}': '`times` 不能是 {bare}',
  'write iso, milliseconds, seconds, or a pattern such as yyyy-MM-dd HH:mm:ss':
    '请写 iso、milliseconds、seconds，或格式，例如 yyyy-MM-dd HH:mm:ss',
  'known are :from, :to, :currentTime, :timePeriod and the parameters of endpoints':
    '可用的有 :from、:to、:currentTime、:timePeriod 和接口地址的参数',
  '`pages` does not say how an answer leads to the next page': '`pages` 没有说明如何得到下一页',
  'add `next`, `link`, `cursor`, `page` or `offset`': '请添加 `next`、`link`、`cursor`、`page` 或 `offset`',
  '{key} is a second way to the next page': '{key} 是得到下一页的第二种方式',
  '{key} needs {key2}': '{key} 需要 {key2}',
  'add `as`: the name under which the next call sends the cursor, such as after':
    '请添加 `as`：下一次请求发送游标所用的名称，例如 after',
  'add `size`: the number of rows of a full page': '请添加 `size`：一整页的行数',
  '{key} is read from JSON, and `format` is csv': '{key} 从 JSON 读取，而 `format` 是 csv',
  'write `link`, `page` or `offset`': '请写 `link`、`page` 或 `offset`',
  'the dataset {form} needs the parameter {form2}, which this endpoint lacks':
    '数据集 {form} 需要参数 {form2}，而该接口地址没有它',
  'the dataset {form} has the parameter {form2} in its path, so each request needs a value':
    '数据集 {form} 的路径中有参数 {form2}，所以每个请求都需要一个值',
  'write `default` in place of `optional`': '请用 `default` 代替 `optional`',
  'the value {form} leads out of the path of the dataset {form2}': '值 {form} 会离开数据集 {form2} 的路径',

  // Prometheus
  '`step` is shorter than a second': '`step` 短于一秒',
  'write 1s or more': '请写 1s 或更长',
  '`step` gives {n} points in the `window`, and Prometheus returns at most {n2}':
    '`step` 在 `window` 中产生 {n} 个点，而 Prometheus 最多返回 {n2} 个',
  'write `{code}` or more, or shorten the `window`': '请写 `{code}` 或更长，或缩短 `window`',
  'add `step` for a time range, or remove `window`': '时间范围请添加 `step`，或删除 `window`',
  'write :from and :to in the request, or remove `window`': '请在请求中写 :from 和 :to，或删除 `window`',
  'a query in PromQL': 'PromQL 查询',
  'a map of `host`, `query` and, for a time range, `step`, such as `{code}`':
    '映射：`host`、`query`，时间范围另加 `step`，例如 `{code}`',

  // CloudWatch
  'the metrics have no region': '指标没有区域',
  'add `region`, such as eu-west-1, here or at the top of the file': '请在此处或文件顶层添加 `region`，例如 eu-west-1',
  '`period` is no whole number of minutes': '`period` 不是整数分钟',
  'write 1m, 5m or 1h, for example': '请写 1m、5m 或 1h 等',
  '`period` is shorter than what CloudWatch keeps for the `window`':
    '`period` 短于 CloudWatch 在该 `window` 中保留的粒度',
  '{value} cannot be the name of a metric': '{value} 不能作为指标名称',
  'write a small letter and then letters, digits and underscores, because maths may use the name':
    '请写小写字母，之后是字母、数字和下划线，因为数学表达式可能使用该名称',
  'write 1m or more: CloudWatch charges for each metric of a read': '请写 1m 或更长：CloudWatch 按每次读取的指标收费',
  'an AWS region of the domain amazonaws.com, such as eu-west-1': 'amazonaws.com 域中的 AWS 区域，例如 eu-west-1',
  'a map from names, such as count, to metrics or metric maths': '从名称（例如 count）到指标或指标数学的映射',
  'a map of `metrics` and, if you like, `region`, `period` and `newest`':
    '映射：`metrics`，可选 `region`、`period` 和 `newest`',
  'a map of `namespace`, `name`, `dimensions` and `stat`': '包含 `namespace`、`name`、`dimensions` 和 `stat` 的映射',
  'true to read the newest values, too, which are incomplete': 'true 表示也读取最新的、尚不完整的值',

  // The schema
  'the place of the secret, ssm:/path; never the secret itself': '密钥的位置 ssm:/path，绝不写密钥本身',
  "the place of the certificate of your company's authority, ssm:/path": '公司证书颁发机构证书的位置 ssm:/path',
  'a map of one of `bearer`, `basic`, `header`, `query` and `sigv4`, such as `{code}`':
    '映射，写 `bearer`、`basic`、`header`、`query` 和 `sigv4` 之一，例如 `{code}`',
  'a map of `user` and `password`': '包含 `user` 和 `password` 的映射',
  'the name of the user, or the place of a secret': '用户名，或密钥的位置',
  'a map from names of headers to places of secrets': '从请求头名称到密钥位置的映射',
  'a map from names of the query to places of secrets': '从查询参数名称到密钥位置的映射',
  '`aps`, for Amazon Managed Prometheus': '`aps`，用于 Amazon Managed Prometheus',
  'a map of `path`, `form` or `body`, `token` and, if you like, `expires`':
    '映射：`path`、`form` 或 `body`、`token`，可选 `expires`',
  'a path below `url`, such as /search': '`url` 之下的路径，例如 /search',
  'a map of the fields of a form': '表单字段的映射',
  'a map that is sent as JSON': '以 JSON 发送的映射',
  'the path of the token in the answer, such as access_token or data.token':
    '令牌在应答中的路径，例如 access_token 或 data.token',
  'the path of the seconds for which the token is valid; an hour without it': '令牌有效秒数的路径；不写则为一小时',
  'a map of `url` and, if you like, `auth`, `login`, `rate`, `timeout`, `plain`, `private` and `authority`':
    '映射：`url`，可选 `auth`、`login`、`rate`、`timeout`、`plain`、`private` 和 `authority`',
  'an address that begins all calls, such as https://tickets.example.com/api/v2':
    '所有调用的起始地址，例如 https://tickets.example.com/api/v2',
  'the most calls of one environment, such as 2/s, 30/m or 500/h':
    '一个运行环境最多的调用次数，例如 2/s、30/m 或 500/h',
  'true for http without TLS': 'true 表示没有 TLS 的 http',
  'true for a host with a private address': 'true 表示主机的地址是私有地址',
  'a map of hosts, by names such as tickets': '主机的映射，名称例如 tickets',
  'a map of `host` and, if you like, `path`, `query`, `rows`, `columns` and others, such as `{code}`':
    '映射：`host`，可选 `path`、`query`、`rows`、`columns` 等，例如 `{code}`',
  'the name of a host of `hosts`': '`hosts` 中主机的名称',
  'a map of names and values; :from, :to and parameters are replaced': '名称和值的映射；:from、:to 和参数会被替换',
  'a map of headers and texts': '请求头和文本的映射',
  'true if the host may get a POST twice': 'true 表示主机可以收到两次相同的 POST',
  '`iso`, `milliseconds`, `seconds`, or a pattern such as yyyy-MM-dd HH:mm:ss':
    '`iso`、`milliseconds`、`seconds`，或格式，例如 yyyy-MM-dd HH:mm:ss',
  '`GET` or `POST`': '`GET` 或 `POST`',
  '`json`, `csv` or `ndjson`, in place of the content type of the answer':
    '`json`、`csv` 或 `ndjson`，代替应答的内容类型',
  'a map of one of `next`, `link`, `cursor`, `page` and `offset`, and, if you like, `atMost`':
    '映射：`next`、`link`、`cursor`、`page` 和 `offset` 之一，可选 `atMost`',
  'the path of the address of the next page, such as links.next': '下一页地址的路径，例如 links.next',
  'the relation in the header Link, such as next': '请求头 Link 中的关系，例如 next',
  'the path of what the next call sends, such as meta.cursor': '下一次请求要发送的值的路径，例如 meta.cursor',
  'the name under which the next call sends the cursor, such as after': '下一次请求发送游标所用的名称，例如 after',
  'the name under which calls send the number of the page, such as page': '请求发送页码所用的名称，例如 page',
  'the number of the first page, 0 or 1': '第一页的页码，0 或 1',
  'the name under which calls send the number of rows before the page, such as offset':
    '请求发送该页之前行数所用的名称，例如 offset',
  'the number of rows of a full page': '一整页的行数',
  'the most pages, up to 100; 10 without it': '最多页数，不超过 100；不写则为 10',

  // Answers of hosts
  '`{code}` is for `{code2}`': '`{code}` 用于 `{code2}`',
  'its header Link has no rel="{text}"': '其响应头 Link 没有 rel="{text}"',
  'it has nothing at {path}': '它在 {path} 处没有值',
  'the first answer has fewer rows than `{code}`, and was taken as the last page: if the host has more rows, write the number that it gives for one call':
    '第一个响应的行数少于 `{code}`，因此被当作最后一页：如果主机还有更多行，请写它每次调用返回的行数',
  'the first answer was taken as the last page, because {part}: if the host has more rows, correct `pages`':
    '第一个响应被当作最后一页，因为{part}：如果主机还有更多行，请改正 `pages`',
  'its answer is not JSON': '其响应不是 JSON',
  'check `path`, or write `format: csv` or `format: ndjson`; the log has the beginning of the answer':
    '请检查 `path`，或写 `format: csv` 或 `format: ndjson`；日志中有响应的开头',
  'the host may answer with an error here: the log has the beginning of the answer':
    '主机在这里返回的可能是错误：日志中有响应的开头',
  'the answer of its `login` has no token': '其 `login` 的响应中没有令牌',
  'check the path in `token`, and the secrets that `login` names': '请检查 `token` 中的路径，以及 `login` 所写的密钥',
  'it redirects to another host, port or scheme': '它重定向到另一个主机、端口或协议',
  'write the address that answers itself': '请写直接响应的地址',
  'it redirects a POST': '它重定向了 POST',
  'it redirects more than three times': '它重定向超过三次',
  'its address is one that is never called': '它的地址从不允许调用',
  'write the address of the API itself; metadata and link-local addresses are refused':
    '请写 API 本身的地址；元数据地址和链路本地地址会被拒绝',
  'its address is this machine': '它的地址是本机',
  'write the address of the API as functions reach it': '请写函数可以访问的 API 地址',
  'its address is private': '它的地址是内网地址',
  'add `private: true` to the host, and `vpc` to the dashboard': '请给主机添加 `private: true`，给大屏添加 `vpc`',
  'The host {name} gave no rows: {part}.': '主机 {name} 没有返回行：{part}。',
  'ask for less at once, or raise `timeout`': '请减少每次请求的数据，或提高 `timeout`',
  'check that the host is up, and that functions reach it': '请检查主机是否在运行，以及函数能否访问',
  'its certificate has expired': '它的证书已过期',
  'its certificate is not valid yet': '它的证书尚未生效',
  'its certificate is for another name': '它的证书属于另一个名称',
  'write the name of the certificate in `url`, or give the host a certificate for its name':
    '请在 `url` 中写证书的名称，或为主机换一张与其名称相符的证书',
  'the proxy of this machine asks for a user and a password, or refuses those that it got':
    '本机的代理要求用户名和密码，或拒绝了所给的用户名和密码',
  'write them into `HTTPS_PROXY`, as http://user:password@proxy:8080':
    '请将其写入 `HTTPS_PROXY`，格式为 http://user:password@proxy:8080',
  'the proxy of this machine opened no connection to it': '本机的代理没有打开到它的连接',
  'allow the host there, or name it in `NO_PROXY`': '请在代理上允许该主机，或在 `NO_PROXY` 中写明它',
  'its certificate was revoked': '它的证书已被吊销',
  'renew the certificate of the host': '请更新主机的证书',
  'its name is unknown': '它的名称未知',
  'its name cannot be resolved now': '现在无法解析它的名称',
  'it refused the connection': '它拒绝了连接',
  'there is no way to it': '没有通往它的网络路径',
  'its certificate is from an authority that is not known': '它的证书来自未知的颁发机构',
  'name the certificate of your authority: `authority: ssm:/…`': '请写明您的颁发机构的证书：`authority: ssm:/…`',
  'it does not speak TLS as expected': '它的 TLS 不符合预期',
  'check the port, and write `plain: true` for http': '请检查端口；http 请写 `plain: true`',
  'its answer is not HTTP': '它的响应不是 HTTP',
  'check the address and the port': '请检查地址和端口',
  'its answer is gzip, and is damaged': '它的响应是 gzip，且已损坏',
  'check the server and what is before it': '请检查服务器及其前面的设备',
  'it did not answer in time': '它没有按时响应',
  'the connection broke off': '连接中断',
  'it refused the request': '它拒绝了请求',
  'check `query`, `body` and `headers`; the log has the beginning of the answer':
    '请检查 `query`、`body` 和 `headers`；日志中有响应的开头',
  'it did not accept the credentials': '它没有接受凭证',
  'check `auth` or `login`, the secrets that they name, and what they may read':
    '请检查 `auth` 或 `login`、其中的密钥及其读取权限',
  'it has nothing at this address': '这个地址没有内容',
  'a secret of it cannot be read': '无法读取它的一个密钥',
  'store the parameter, locally in .secrets.yml; the log names it':
    '请存入该参数，本机写在 .secrets.yml 中；日志中有它的名称',
  'the address is gone': '这个地址已不存在',
  'check `url` and `path`': '请检查 `url` 和 `path`',
  'it ended the request because of its time': '它因超时结束了请求',
  'the request is too large for it': '请求对它来说过大',
  'a server behind it did not answer in time': '它后面的服务器没有按时响应',
  '{part} (status {n})': '{part}（状态码 {n}）',
  'it refuses calls for now': '它暂时拒绝调用',
  'lengthen `cache`, or set `rate` to what the host allows': '请延长 `cache`，或把 `rate` 设为主机允许的值',
  'it failed with status {n}': '它出错，状态码为 {n}',
  '{part} with status {n}': '{part}，状态码为 {n}',
  'its next page is not below its `url`': '它的下一页不在 `url` 之下',
  'shorten `url` to what all pages have in common': '请把 `url` 缩短为所有页共有的部分',
  'what leads to its next page is no text': '指向下一页的内容不是文本',
  'check the path in `pages`': '请检查 `pages` 中的路径',
  'check `pages`: the host may ignore it': '请检查 `pages`：主机可能忽略它',
  'it answers with a web page (a sign-in page?)': '它的响应是网页（登录页？）',
  'check `auth`, and that `url` is that of the API': '请检查 `auth`，并确认 `url` 是 API 的地址',
  'its answer has no body': '它的响应没有内容',
  'its pages have different headers': '它的各页表头不同',
  'let all pages have the same columns': '请使所有页的列相同',
  'its answers have more than {n} MB': '它的响应超过 {n} MB',
  'ask for less: fewer fields, a shorter time, or figures that the host adds up':
    '请减少请求的数据：减少字段、缩短时间，或由主机汇总',
  'let the server send gzip, or nothing packed': '请让服务器发送 gzip，或不压缩',
  'its answer is no JSON': '它的响应不是 JSON',
  'The answer is not one of Prometheus: {part}.': '响应不是 Prometheus 的响应：{part}。',

  // CloudWatch
  'CloudWatch gave no metrics: {part}.': 'CloudWatch 没有返回指标：{part}。',
  'its answer is too large': '它的响应过大',
  'ask for fewer metrics, or for a longer `period`': '请减少指标，或加长 `period`',
  'ask for fewer metrics': '请减少指标',
  'the function may not read metrics': '函数无权读取指标',
  'allow cloudwatch:GetMetricData': '请允许 cloudwatch:GetMetricData',
  'the connection to it failed': '与它的连接失败',
  'it refused the query': '它拒绝了查询',
  'check the metrics and the expressions': '请检查指标和表达式',
  'the function may not read a metric': '函数无权读取某个指标',
  'check the account and the region of the metrics': '请检查指标的账号和区域',
  'it returned only a part of the values': '它只返回了部分的值',
  'the local stack has no data/{path}': '本机没有 data/{path}',
  'Metrics of CloudWatch are read from data/cloudwatch/, because there are no AWS credentials.':
    'CloudWatch 的指标从 data/cloudwatch/ 读取，因为没有 AWS 凭证。',
  'Metrics of CloudWatch are read with your AWS credentials, and are billed.':
    '使用您的 AWS 凭证读取 CloudWatch 的指标，并会计费。',
  'write data/{path} with the columns name,label,time,value, or start again with AWS credentials':
    '请写 data/{path}，列为 name,label,time,value，或使用 AWS 凭证重新启动',
} as const;
