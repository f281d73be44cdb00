import { oc } from '@orpc/contract'
import type { AccountType } from '#domain/account-type.ts'
import type { Permission } from '#domain/permission.ts'

/** What the server must know of an endpoint before its handler runs. */
export interface EndpointMeta {
  /** who may call; `public` needs no session */
  readonly access: Permission | 'public'
  /** `read` works after a trial has ended, `change` answers 402 then */
  readonly effect: 'read' | 'change'
  /** account types that have the call; absent: all */
  readonly accountTypes?: readonly AccountType[]
  /** `raw` calls are served outside oRPC (streams, uploads) by `rawRoute` */
  readonly transport: 'json' | 'raw'
  /** false: an `Idempotency-Key` is not heeded, because what a refused call counts must stay counted */
  readonly isKeyed?: boolean
}

interface EndpointOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly access: EndpointMeta['access']
  readonly effect?: EndpointMeta['effect']
  readonly accountTypes?: readonly AccountType[]
  readonly transport?: EndpointMeta['transport']
  readonly isKeyed?: boolean
  readonly successStatus?: number
  /** `detailed` where path and body share a name: input is `{ params, query, body }` */
  readonly inputStructure?: 'compact' | 'detailed'
}

const defaultMeta: EndpointMeta = { access: 'signedIn', effect: 'change', transport: 'json' }

/** Starts a contract entry: route and access rule in one place. Add `.input()` and `.output()`. */
export const endpoint = (options: EndpointOptions) => {
  const { access, accountTypes, transport = 'json', effect = options.method === 'GET' ? 'read' : 'change' } = options
  const { method, path, summary, successStatus = 200, inputStructure = 'compact', isKeyed = true } = options
  return oc
    .$meta<EndpointMeta>(defaultMeta)
    .meta({ access, effect, transport, isKeyed, ...(accountTypes ? { accountTypes } : {}) })
    .route({ method, path, summary, successStatus, inputStructure, tags: [path.split('/')[1] ?? ''] })
}
