import { createServer, Packet } from 'dns2'

export interface NameServer {
  /** `address:port` */
  readonly address: string
  /** TXT records by name */
  readonly records: Map<string, string>
  close(): Promise<void>
}

/** A real name server on this computer, which knows TXT records. */
export const startNameServer = async (): Promise<NameServer> => {
  const records = new Map<string, string>()
  const server = createServer({
    udp: true,
    handle: (request, send) => {
      const response = Packet.createResponseFromRequest(request)
      const [question] = request.questions
      const value = question && records.get(question.name.toLowerCase())
      if (question && value !== undefined)
        response.answers.push(Packet.createResourceFromQuestion(question, { ttl: 1, data: value }))
      send(response)
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  if (!udp) throw new Error('no port')
  return { address: `127.0.0.1:${udp.port}`, records, close: async () => server.close() }
}
