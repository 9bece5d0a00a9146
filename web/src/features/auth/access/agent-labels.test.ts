import { expect, test } from 'vitest'
import { isHandheld, userAgentLabel } from './agent-labels.ts'

const android = 'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

test('names the browser and the operating system although user agents also contain the names of other browsers', () => {
  expect(userAgentLabel(android)).toBe('Chrome di Android')
  expect(userAgentLabel(android.replace('Chrome/', 'SamsungBrowser/25.0 Chrome/'))).toBe('Samsung Internet di Android')
  expect(
    userAgentLabel(`${android.replace(/Linux; Android 14; SM-A546E/, 'Windows NT 10.0; Win64; x64').replace('Mobile ', '')} Edg/131.0`),
  ).toBe('Edge di Windows')
  expect(
    userAgentLabel('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1'),
  ).toBe('Safari di iPhone')
  expect(userAgentLabel('Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0')).toBe('Firefox di Linux')
  expect([android, 'Mozilla/5.0 (X11; Linux x86_64)'].map(isHandheld)).toEqual([true, false])
})

test('shows the name of a client that is not a browser unchanged', () => {
  expect(userAgentLabel('okhttp/4.12.0')).toBe('okhttp/4.12.0')
  expect(userAgentLabel(null)).toBe('Perangkat tidak dikenal')
})
