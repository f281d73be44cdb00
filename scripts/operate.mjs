// npm run account|backup|restore: the operator's commands, on the pinned Node.
import { demandNode, install, pinnedNode, run } from './toolchain.mjs'

demandNode()
await install({ dev: false })
process.exitCode = await run(pinnedNode(), ['apps/server/src/operator/main.ts', ...process.argv.slice(2)], {
  UV_THREADPOOL_SIZE: '16',
})
