// npm run account|backup|backup:drill|restore|move: operator commands, on the pinned Node.
import { assertNode, install, pinnedNode, run } from './toolchain.mjs'

assertNode()
await install({ dev: false })
process.exitCode = await run(pinnedNode(), ['apps/server/src/operator/main.ts', ...process.argv.slice(2)], {
  UV_THREADPOOL_SIZE: '16',
})
