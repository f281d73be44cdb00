import { oc } from '@orpc/contract'
import type { AccountType } from '#domain/plan.ts'
import type { KeyScope, Permission } from '#domain/role.ts'

/** Sections of the audit log. */
export type AuditArea =
  | 'security'
  | 'people'
  | 'account'
  | 'billing'
  | 'services'
  | 'dashboards'
  | 'reports'
  | 'insights'
  | 'notifications'

/** `hits` calls in a window of `seconds` that begins with the first one. Entries with one `bucket` are counted together. */
export interface EndpointRateLimit {
  readonly bucket: string
  readonly hits: number
  readonly seconds: number
  readonly per: 'user' | 'account'
}

/** A valid request, for the tests that call every endpoint. Path parameters are filled in by the test. */
interface EndpointSample {
  readonly query?: string
  readonly body?: object
  /** sent unchanged, for endpoints that accept no JSON */
  readonly raw?: { readonly contentType: string; readonly text: string }
}

interface EndpointFields {
  /** who may call it; `public` needs no session */
  readonly access: Permission | 'public'
  /** API keys that may call it: `personal` ones where a user owns the result, `none` for what protects an account; default: see `needsPersonalKey` */
  readonly keys?: 'personal' | 'none'
  /** scope that an API key needs; default: see `scopeFor` */
  readonly keyScope?: KeyScope
  /** account types that include the endpoint; default: all */
  readonly accountTypes?: readonly AccountType[]
  /**
   * true: a change that also works after the trial or plan has ended, because it protects the account, ends a use of its data or
   * only notes what the user has read. Billing and ownership always work.
   */
  readonly worksReadOnly?: boolean
  /** why an `Idempotency-Key` is ignored; default: a POST that changes replays its answer to a repeated key */
  readonly ignoresKey?: string
  /** why the call does not wait for its account's share; default: it does, unless it `callsOut` and has slots of its own */
  readonly takesNoShare?: string
  /**
   * The handler calls another system (a platform, the payment provider, a language model, a picture's URL). It runs without a
   * transaction, also with an `Idempotency-Key`, so its effect must be safe to repeat; an account has few such calls at a time.
   */
  readonly callsOut?: boolean
  /**
   * The session must have proved who its user is within the last minutes: `always`, or only if the user has a second factor:
   * such a call asks other users for their password, or for nothing, as before there were second factors.
   */
  readonly proof?: 'always' | 'withSecondFactor'
  /** true: works in a session that still lacks the second factor that the account requires, in order to set it up */
  readonly isSetup?: boolean
  /** label of a successful call in the audit log; required for changes that are not public, and possible for reads */
  readonly audit?: { readonly area: AuditArea; readonly label: string }
  /** counts calls before their body is read */
  readonly rateLimit?: EndpointRateLimit
  /** required if the input has required fields */
  readonly sample?: EndpointSample
}

/** What the server needs to know about an endpoint before its handler runs. */
export interface EndpointMeta extends EndpointFields {
  /** `read` works after a trial has ended, `change` answers 402 then unless `worksReadOnly` */
  readonly effect: 'read' | 'change'
  /** `raw` calls are served outside oRPC (streams, uploads) by `rawRoute` */
  readonly transport: 'json' | 'raw'
}

/** The scope that an API key needs for an endpoint; null: keys cannot call it. Billing and ownership are for people only. */
export const scopeFor = ({ access, effect, keys, keyScope }: EndpointMeta): KeyScope | null => {
  if (keys === 'none' || access === 'public' || access === 'billing' || access === 'ownership') return null
  if (keyScope) return keyScope
  if (access === 'administration') return 'admin'
  return effect === 'read' ? 'read' : 'write'
}

/** Whether service keys, which act for no user, are left out. By default they are from changes that everyone may make: of what is their own. */
export const needsPersonalKey = ({ access, effect, keys }: EndpointMeta): boolean =>
  keys === 'personal' || (effect === 'change' && access === 'signedIn')

interface EndpointOptions extends EndpointFields {
  /** default: GET reads, all others change */
  readonly effect?: EndpointMeta['effect']
  /** default json */
  readonly transport?: EndpointMeta['transport']
  /** default: 204 of DELETE, else 200 */
  readonly successStatus?: number
  /** `detailed` where path and body share a name: input is `{ params, query, body }` */
  readonly inputStructure?: 'compact' | 'detailed'
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Call = `${Method} /${string}`

const DEFAULT_META: EndpointMeta = { access: 'signedIn', effect: 'change', transport: 'json' }

/** Starts a contract entry with all facts about the endpoint. Add `.input()` and `.output()`. */
export const endpoint = (call: Call, summary: string, options: EndpointOptions) => {
  const [method, path] = call.split(' ') as [Method, `/${string}`]
  const { successStatus = method === 'DELETE' ? 204 : 200, inputStructure = 'compact', ...fields } = options
  const { effect = method === 'GET' ? 'read' : 'change', transport = 'json' } = fields
  return oc
    .$meta<EndpointMeta>(DEFAULT_META)
    .meta({ ...fields, effect, transport })
    .route({ method, path, summary, successStatus, inputStructure, tags: [path.split('/')[1] ?? ''] })
}

/** `endpoint` for entries that share options; each may add its own. */
export const endpointFor =
  (shared: EndpointOptions) =>
  (call: Call, summary: string, options: Partial<EndpointOptions> = {}) =>
    endpoint(call, summary, { ...shared, ...options })

/** The same for entries in one area of the audit log, where `label` says what a successful call did. */
export const audited =
  (area: AuditArea, shared: EndpointOptions) =>
  (call: Call, summary: string, label: string, options: Partial<EndpointOptions> = {}) =>
    endpoint(call, summary, { ...shared, ...options, audit: { area, label } })

/** Why uploads take no share: they last as long as their senders need, and have limits of their own. */
export const READ_AS_IT_ARRIVES = 'its body is read as it arrives'

/** Sample of an upload whose file is not a picture. */
export const NOT_A_PICTURE = {
  contentType: 'multipart/form-data; boundary=b',
  text: '--b\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nnone\r\n--b--\r\n',
}
