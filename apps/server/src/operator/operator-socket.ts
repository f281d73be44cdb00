import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { chooseIdentity, makeSocketDir } from '#server/db/embedded/identity.ts'
import { StartFailure } from '#server/runtime.ts'

/** The path of the running server's operator socket, in a folder that only the server's user can access. */
export const operatorSocketPath = async (dataRoot: string): Promise<string> =>
  join(await makeSocketDir(dataRoot, chooseIdentity()), 'operator.sock')

export type OperatorTask = (argument: string) => Promise<string>

/** Serves operator tasks by name, with a text argument and result. The running server must do them, as it owns the warehouse. */
export const listenToOperator = async (
  socketPath: string,
  tasks: Readonly<Record<string, OperatorTask>>,
): Promise<Server> => {
  await rm(socketPath, { force: true })
  const server = createServer((incoming, response) => void answer(incoming, response, tasks))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })
  return server
}

const answer = async (
  incoming: IncomingMessage,
  response: ServerResponse,
  tasks: Readonly<Record<string, OperatorTask>>,
): Promise<void> => {
  const task = tasks[(incoming.url ?? '').slice(1)]
  if (!task) return void response.writeHead(404).end('unknown task')
  try {
    response.end(await task(await text(incoming)))
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : String(error))
  }
}

const stopped = (cause?: unknown): StartFailure =>
  new StartFailure('the server stopped before the command ended: start it, and run the command again', { cause })

/**
 * Runs a task on the running server.
 *
 * @returns its result, or null when no server runs
 * @throws StartFailure with the server's message when the task failed, or when the server stops
 */
export const askServer = async (socketPath: string, task: string, argument: string): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const call = request({ socketPath, path: `/${task}`, method: 'POST' }, (response) => {
      const settle = (answered: string) =>
        response.statusCode === 200 ? resolve(answered) : reject(new StartFailure(answered))
      // The server may exit in the middle of its response.
      text(response).then(settle, () => reject(stopped()))
    })
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(stopped(error))
    })
    call.end(argument)
  })
