/** A dashboard with each part of a stack: its templates were saved by an earlier version. */
export const EVERY_PART = {
  'dashboard.yml': `dashboard: ops-room
timezone: UTC
cache: { ttl: 1m, shared: true }
hours: 'Mon-Fri 07:30-22:00'
region: eu-west-1
watch: full
alarms: { email: ops@example.com }
budget: { amount: 20, email: ops@example.com }
tags: { cost-centre: '4711' }
athena: { database: shop, data: s3://lake/shop/ }
domain:
  name: wall.example.com
  certificate: arn:aws:acm:eu-west-1:000000000000:certificate/1a2b3c4d
  hostedZone: Z0123456789ABCDEFGHIJ
  stage: dev
datasets:
  sales: { athena: "select region, 'kg' as unit, sum(amount) as amount from sales group by region", cache: 10m }
endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv, token: ssm:/ops-room/token, path: /own }
  orders: { component: Mini Pie Chart, sql: select n from t }
  regions: { component: Bubble Chart, dataset: sales, columns: { name: region, value: amount, unit: unit } }
`,
  'data/pie.csv': 'name,value,score,pv\na,1,,\n',
} as const;
