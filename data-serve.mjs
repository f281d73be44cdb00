import { startServer } from './e2e/kit/server.ts'
const server = await startServer({ dataDir: process.cwd() + '/data/demo' })
console.log('URL', server.url)
process.on('SIGTERM', async () => { await server.stop(); process.exit(0) })
setInterval(() => {}, 1e6)
