/* npm run build: the page (web/dist) and the server's program (server/dist), each only if its sources have changed since the last build. */
import { buildServer } from './server-build.ts'
import { buildWeb } from './web-build.ts'

await build('web/dist', buildWeb)
await build('server/dist', async () => (await buildServer()).isNew)

async function build(folder: string, work: () => Promise<boolean>) {
  const begun = performance.now()
  const isNew = await work()
  if (isNew) console.log(`${folder} built in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}
