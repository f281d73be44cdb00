/** Plain Fastify: answers every POST with the text that the parent process sends first. */
import { once } from 'node:events'
import Fastify from 'fastify'

const [text] = await once(process, 'message')
const app = Fastify()
app.post('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(String(text)))
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
