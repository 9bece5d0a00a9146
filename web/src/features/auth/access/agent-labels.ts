/** The order matters: the user agent of a newer browser also contains the names of older browsers. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const named = (names: [RegExp, string][], agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1]

/** The browser and operating system of a user agent as text, for example 'Chrome di Android'. */
export function userAgentLabel(agent: string | null): string {
  if (!agent) return 'Perangkat tidak dikenal'
  const browser = named(browsers, agent)
  const system = named(systems, agent)
  if (browser && system) return `${browser} di ${system}`
  return browser ?? system ?? agent.slice(0, 40)
}

export const isHandheld = (agent: string | null): boolean => /\b(Android|iPhone|iPad|Mobile)\b/.test(agent ?? '')
