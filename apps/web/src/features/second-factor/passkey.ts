import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

const load = () => import('@simplewebauthn/browser')

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(':')

/** Whether the browser knows passkeys, and this site has a name that they can be bound to. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window && !isAddress(location.hostname)

// The server makes these options with the same library's other half.
type Options = Record<string, unknown>

/** Creates a passkey. Rejects when the user cancels. */
export const createPasskey = async (options: Options): Promise<Options> => {
  const { startRegistration } = await load()
  return { ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })) }
}

/** Answers a challenge with a passkey. Rejects when the user cancels. */
export const answerWithPasskey = async (options: Options): Promise<Options> => {
  const { startAuthentication } = await load()
  return {
    ...(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })),
  }
}

/** What to say about a failed passkey; the browser has shown why. */
export const PASSKEY_FAILED = 'The passkey wasn’t used. Try again, or choose another way.'
