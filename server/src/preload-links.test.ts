import { expect, test } from 'vitest'
import { firstFilesOf } from './preload-links.ts'

test('the Link header contains the initial files of the page and nothing else', () => {
  const page = [
    '<script type="module" crossorigin src="/assets/index-CGW4vRGD.js"></script>',
    '<link rel="modulepreload" crossorigin href="/assets/XKyaHtl.js">',
    '<link rel="stylesheet" crossorigin href="/assets/DbrZ8f.css">',
    '<link rel="icon" type="image/svg+xml" href="/favicon.svg">',
    '<script type="module" crossorigin src="https://elsewhere.test/assets/a.js"></script>',
  ]
  expect(firstFilesOf(page.join('\n'))?.split(', ')).toEqual([
    '</assets/index-CGW4vRGD.js>; rel=modulepreload; crossorigin',
    '</assets/XKyaHtl.js>; rel=modulepreload; crossorigin',
    '</assets/DbrZ8f.css>; rel=preload; as=style; crossorigin',
  ])
  expect(firstFilesOf('<p>Lapak</p>')).toBe(undefined)
})
