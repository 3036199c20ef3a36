/** Full names of China's provinces. A city may have the name of a province: 吉林市 is not 吉林省. */
const FULL_NAME =
  /^(北京|天津|上海|重庆)市$|^(内蒙古|西藏)自治区$|^(广西)壮族自治区$|^(宁夏)回族自治区$|^(新疆)维吾尔自治区$|^(香港|澳门)特别行政区$|^(河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾)省$/;

/** Returns the short name of a province, such as 广西 for 广西壮族自治区. Any other name stays as it is. */
export const shortProvince = (name: string): string => FULL_NAME.exec(name.trim())?.slice(1).find(Boolean) ?? name;

/** Chinese short names by English names, in lower case and without blanks. */
export const ENGLISH_PROVINCES: ReadonlyMap<string, string> = new Map(
  `
  anhui:安徽 beijing:北京 chongqing:重庆 fujian:福建 gansu:甘肃 guangdong:广东 guangxi:广西 guizhou:贵州 hainan:海南
  hebei:河北 heilongjiang:黑龙江 henan:河南 hongkong:香港 hubei:湖北 hunan:湖南 innermongolia:内蒙古 neimenggu:内蒙古
  jiangsu:江苏 jiangxi:江西 jilin:吉林 liaoning:辽宁 macao:澳门 macau:澳门 ningxia:宁夏 qinghai:青海 shaanxi:陕西
  shandong:山东 shanghai:上海 shanxi:山西 sichuan:四川 taiwan:台湾 tianjin:天津 tibet:西藏 xizang:西藏 xinjiang:新疆
  yunnan:云南 zhejiang:浙江
`
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** Parts of the English name of a province that do not count. */
const BESIDE = /[\s'’-]+|(?:province|municipality|autonomous region|sar)$/g;

/** Takes a name in Chinese or in English. Any other name stays as it is. */
export const provinceName = (name: string): string =>
  ENGLISH_PROVINCES.get(name.trim().toLowerCase().replaceAll(BESIDE, '')) ?? shortProvince(name);
