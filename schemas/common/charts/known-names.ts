import { shortProvince } from '../provinces.ts';
import type { MapName } from './picture.ts';

/** Columns count from the west and rows from the north. */
type GridPlace = readonly [name: string, column: number, row: number];

/** Neighbours mostly touch, and small provinces are as legible as large ones. */
export const CHINA_GRID: readonly GridPlace[] = [
  ['黑龙江', 8, 0],
  ['内蒙古', 5, 1],
  ['吉林', 8, 1],
  ['新疆', 0, 2],
  ['北京', 6, 2],
  ['天津', 7, 2],
  ['辽宁', 8, 2],
  ['青海', 1, 3],
  ['甘肃', 2, 3],
  ['宁夏', 3, 3],
  ['陕西', 4, 3],
  ['山西', 5, 3],
  ['河北', 6, 3],
  ['山东', 7, 3],
  ['西藏', 0, 4],
  ['四川', 2, 4],
  ['重庆', 3, 4],
  ['湖北', 4, 4],
  ['河南', 5, 4],
  ['安徽', 6, 4],
  ['江苏', 7, 4],
  ['上海', 8, 4],
  ['云南', 2, 5],
  ['贵州', 3, 5],
  ['湖南', 4, 5],
  ['江西', 5, 5],
  ['浙江', 6, 5],
  ['广西', 3, 6],
  ['广东', 4, 6],
  ['福建', 5, 6],
  ['台湾', 7, 6],
  ['海南', 3, 7],
  ['澳门', 4, 7],
  ['香港', 5, 7],
];

/** Countries and regions, in Chinese. A test compares this list with the map. */
export const WORLD_NAMES: readonly string[] = `
  津巴布韦 赞比亚 也门 越南 委内瑞拉 梵蒂冈 瓦努阿图 乌兹别克斯坦 乌拉圭 密克罗尼西亚 马绍尔群岛
  北马里亚纳群岛 美属维尔京群岛 关岛 美属萨摩亚 波多黎各 美国 南乔治亚和南桑威奇群岛 英属印度洋领地
  圣赫勒拿 皮特凯恩群岛 安圭拉 马尔维纳斯群岛（福克兰） 开曼群岛 百慕大 英属维尔京群岛
  特克斯和凯科斯群岛 蒙特塞拉特 泽西岛 根西岛 马恩岛 英国 阿联酋 乌克兰 乌干达 土库曼斯坦 土耳其
  突尼斯 特立尼达和多巴哥 汤加 多哥 东帝汶 泰国 坦桑尼亚 塔吉克斯坦 叙利亚 瑞士 瑞典 斯威士兰
  苏里南 南苏丹 苏丹 斯里兰卡 西班牙 韩国 南非 索马里 索马里兰 所罗门群岛 斯洛伐克 斯洛文尼亚
  新加坡 塞拉利昂 塞舌尔 塞尔维亚 塞内加尔 沙特阿拉伯 圣多美和普林西比 圣马力诺 萨摩亚
  圣文森特和格林纳丁斯 圣卢西亚 圣基茨和尼维斯 卢旺达 俄罗斯 罗马尼亚 卡塔尔 葡萄牙 波兰 菲律宾 秘鲁
  巴拉圭 巴布亚新几内亚 巴拿马 帕劳 巴基斯坦 阿曼 挪威 朝鲜 尼日利亚 尼日尔 尼加拉瓜 新西兰 纽埃
  库克群岛 荷兰 阿鲁巴 库拉索 尼泊尔 瑙鲁 纳米比亚 莫桑比克 摩洛哥 西撒哈拉 黑山 蒙古 摩尔多瓦
  摩纳哥 墨西哥 毛里求斯 毛里塔尼亚 马耳他 马里 马尔代夫 马来西亚 马拉维 马达加斯加 北马其顿 卢森堡
  立陶宛 列支敦士登 利比亚 利比里亚 莱索托 黎巴嫩 拉脱维亚 老挝 吉尔吉斯斯坦 科威特 基里巴斯 肯尼亚
  哈萨克斯坦 约旦 日本 牙买加 意大利 以色列 巴勒斯坦 爱尔兰 伊拉克 伊朗 印度尼西亚 印度 冰岛
  匈牙利 洪都拉斯 海地 圭亚那 几内亚比绍 几内亚 危地马拉 格林纳达 希腊 加纳 德国 格鲁吉亚 冈比亚
  加蓬 法国 圣皮埃尔和密克隆群岛 瓦利斯和富图纳群岛 法属圣马丁 圣巴泰勒米 法属波利尼西亚 新喀里多尼亚
  法属南部和南极领地 奥兰群岛 芬兰 斐济 埃塞俄比亚 爱沙尼亚 厄立特里亚 赤道几内亚 萨尔瓦多 埃及
  厄瓜多尔 多米尼加 多米尼克 美国本土外小岛屿 吉布提 格陵兰 法罗群岛 丹麦 捷克 北塞浦路斯 塞浦路斯
  古巴 克罗地亚 科特迪瓦 哥斯达黎加 刚果（金） 刚果（布） 科摩罗 哥伦比亚 中国 智利 乍得 中非
  佛得角 加拿大 喀麦隆 柬埔寨 缅甸 布隆迪 布基纳法索 保加利亚 文莱 巴西 博茨瓦纳 波黑 玻利维亚
  不丹 贝宁 伯利兹 比利时 白俄罗斯 巴巴多斯 孟加拉国 巴林 巴哈马 阿塞拜疆 奥地利 澳大利亚 圣诞岛
  赫德岛和麦克唐纳群岛 诺福克岛 阿什莫尔和卡捷群岛 亚美尼亚 阿根廷 安提瓜和巴布达 安哥拉 安道尔
  阿尔及利亚 阿尔巴尼亚 阿富汗 锡亚琴冰川 南极洲 荷属圣马丁 图瓦卢
`
  .trim()
  .split(/\s+/);

const KNOWN: Readonly<Record<MapName, ReadonlySet<string>>> = {
  world: new Set(WORLD_NAMES),
  provinces: new Set(CHINA_GRID.map(([name]) => name)),
};

/** Returns a name as a map has it: a province by its short name. */
export const nameOnMap = (map: MapName, name: string): string => (map === 'provinces' ? shortProvince(name) : name);

/** Returns names once. */
export const unknownOn = (map: MapName, names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name) => !KNOWN[map].has(nameOnMap(map, name)))),
];

/** Chooses the map that has more of the names; the map of China if both have equally many. */
export const mapFor = (names: readonly string[]): MapName =>
  unknownOn('world', names).length < unknownOn('provinces', names).length ? 'world' : 'provinces';
