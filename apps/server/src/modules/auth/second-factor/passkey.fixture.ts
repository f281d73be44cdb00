import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { z } from 'zod'

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()

const CreateOptions = z.object({ challenge: z.string() })

interface DeviceAnswer {
  readonly id: string
  readonly [field: string]: unknown
}

/** An authenticator of one passkey, which checks its user. */
export interface PasskeyDevice {
  /** answers the options of `navigator.credentials.create()` */
  register(options: unknown, origin?: string): DeviceAnswer
  /** answers those of `navigator.credentials.get()` */
  answer(options: unknown, origin?: string): DeviceAnswer
}

const USER_PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

/** An ES256 public key as COSE writes it. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])

/** `{ fmt: 'none', attStmt: {}, authData }` in CBOR. */
const attestation = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('a363', 'hex'),
    Buffer.from('fmt'),
    Buffer.from('64', 'hex'),
    Buffer.from('none'),
    Buffer.from('67', 'hex'),
    Buffer.from('attStmt'),
    Buffer.from('a068', 'hex'),
    Buffer.from('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ])

/** A software authenticator for the site at `origin`. */
export const passkeyDevice = (home: string): PasskeyDevice => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0
  const authData = (flags: number): Buffer => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(home).hostname), Buffer.from([flags]), count])
  }
  const clientData = (type: 'webauthn.create' | 'webauthn.get', options: unknown, origin: string): Buffer => {
    const { challenge } = CreateOptions.parse(options)
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
  const present = (response: Record<string, Buffer>): DeviceAnswer => ({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  })
  return {
    register: (options, origin = home) => {
      const length = Buffer.from([0, credentialId.length])
      const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))
      const own = [authData(USER_PRESENT_AND_VERIFIED + HAS_CREDENTIAL), Buffer.alloc(16), length, credentialId, key]
      const attestationObject = attestation(Buffer.concat(own))
      return present({ clientDataJSON: clientData('webauthn.create', options, origin), attestationObject })
    },
    answer: (options, origin = home) => {
      const authenticatorData = authData(USER_PRESENT_AND_VERIFIED)
      const clientDataJSON = clientData('webauthn.get', options, origin)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return present({ clientDataJSON, authenticatorData, signature })
    },
  }
}
