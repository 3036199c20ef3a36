/** Matches the full names of China's provinces. A city may have the name of a province: 吉林市 is not 吉林省. */
const FULL_NAME =
  /^(北京|天津|上海|重庆)市$|^(内蒙古|西藏)自治区$|^(广西)壮族自治区$|^(宁夏)回族自治区$|^(新疆)维吾尔自治区$|^(香港|澳门)特别行政区$|^(河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾)省$/;

/** Returns the short name of a province, such as 广西 for 广西壮族自治区. Any other name stays as it is. */
export const shortProvince = (name: string): string => FULL_NAME.exec(name.trim())?.slice(1).find(Boolean) ?? name;
