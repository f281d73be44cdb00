import type { FastifyInstance } from 'fastify'
import { fail } from '#contract/errors.ts'
import { isApi } from './security-headers.ts'

/**
 * Collects the methods of the API's routes that are registered from now on, also in plugins. The returned function registers the
 * rest: 405 with `Allow`, before authentication, as a wrong method says nothing about the caller. A fixed address has no methods of
 * an address with a parameter: `PUT /user/search` is no `PUT /user/{id}`.
 */
export const refuseOtherMethods = (app: FastifyInstance): (() => void) => {
  const methodsByUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!isApi(url)) return
    const methods = methodsByUrl.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    methodsByUrl.set(url, methods)
  })
  return () => {
    // A plugin runs after the ones before it, so it finds their routes.
    app.register(async (scope) => {
      for (const [url, methods] of [...methodsByUrl]) refuse(scope, url, [...methods])
    })
  }
}

const refuse = (scope: FastifyInstance, url: string, allow: readonly string[]): void => {
  const method = scope.supportedMethods.filter((one) => !allow.includes(one))
  const reject = async () => {
    throw fail('request.method_not_allowed', { allow })
  }
  scope.route({ method, url, onRequest: reject, handler: reject })
}
