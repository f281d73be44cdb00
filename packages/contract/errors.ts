/**
 * Every error a client can see: code, status, message. `fail()` fills `{name}` placeholders.
 * 401 makes the client refresh and 403 logs it out, so plan limits are 402 and "not yours" is 404.
 */
export const ERRORS = {
  'request.malformed': [400, 'The request could not be read'],
  'request.invalid': [400, '{message}'],
  'request.timeout': [408, 'The request took too long to arrive. Please try again.'],
  'request.too_large': [413, 'The request is too large'],
  'request.headers_too_large': [431, 'The URL or the headers of this request are too long'],
  'request.unsupported_type': [415, 'This content type is not supported'],
  'request.too_many': [429, 'Too many requests. Please try again later.'],
  'request.method_not_allowed': [405, 'This address doesn’t support this method'],
  'request.idempotency_key_refused': [400, 'Uploads take no Idempotency-Key. Send the file without it'],
  'request.idempotency_key_reused': [409, 'This Idempotency-Key was used with another request'],
  'request.quota': [409, '{message}'],
  'request.target_removed': [409, 'Something that this request refers to was just removed. Reload the page.'],
  'request.response_lost': [409, 'This request succeeded before, but its response is no longer available'],
  'request.misdirected': [
    421,
    'This server doesn’t answer at this address. Set PUBLIC_URL to the address that people use.',
  ],
  'route.not_found': [404, 'Not found'],

  'auth.invalid_credentials': [401, 'Invalid email or password'],
  'auth.invalid_token': [401, 'Your session has ended. Please sign in again.'],
  'auth.forbidden': [403, 'You are not authorized to do this'],
  'auth.invalid_key': [401, 'This API key is not valid. It may have expired or been revoked.'],
  'auth.key_scope': [403, 'This API key has the scope {held}, but this call needs {wanted}'],
  'auth.key_not_allowed': [403, 'API keys can’t make this call'],
  'auth.key_not_owner': [403, 'API keys can’t add, change, or remove an account owner'],
  'auth.key_not_personal': [403, 'Service keys can’t make this call, because it needs a user. Use a personal key.'],
  invalid_grant: [400, 'Your session has ended. Please sign in again.'],
  unsupported_grant_type: [400, 'This grant type is not supported'],
  'auth.invalid_link': [400, 'This link is invalid or has expired'],
  'auth.password_too_common': [400, 'This password is too common'],
  'auth.wrong_current_password': [400, 'Your current password is incorrect'],

  'auth.second_factor_needed': [401, 'Complete two-step verification to finish signing in'],
  'auth.wrong_second_factor': [401, 'This code or passkey is not valid. Please try again.'],
  'auth.challenge_expired': [400, 'This took too long. Please start again.'],
  'auth.wrong_proof': [400, 'This code or passkey is not valid. Please try again.'],
  'auth.proof_needed': [428, 'Confirm who you are to continue'],
  'auth.second_factor_setup': [428, 'Your account requires two-step verification. Set it up to continue.'],
  'second_factor.exists': [409, 'An authenticator app is already set up. Remove it first.'],
  'second_factor.not_found': [404, 'This verification method was already removed'],
  'second_factor.required': [
    409,
    'Your account requires two-step verification. Add another method before you remove this one.',
  ],
  'second_factor.own_first': [409, 'Set up two-step verification for yourself before you require it from everyone'],
  'second_factor.no_passkeys': [409, 'Passkeys need an address with a name. Set PUBLIC_URL to one.'],

  'sign_on.not_set_up': [
    404,
    'Single sign-on isn’t set up for {domain}. Sign in with your password, or ask an administrator.',
  ],
  'sign_on.required': [409, 'Your account requires single sign-on. Sign in with it instead of a password.'],
  'sign_on.expired': [409, 'This sign-in isn’t valid anymore. Start again.'],
  'sign_on.denied': [409, 'Your provider didn’t sign you in. Start again, or ask an administrator.'],
  'sign_on.answer_refused': [
    409,
    'Your provider’s response couldn’t be verified. Start again, or ask an administrator.',
  ],
  'sign_on.client_refused': [
    409,
    'Your provider rejected the client ID or secret. Ask an administrator to check them.',
  ],
  'sign_on.no_email': [409, 'Your provider didn’t share your email address. Ask an administrator.'],
  'sign_on.email_unverified': [
    409,
    'Your provider hasn’t confirmed that the address {email} is yours. Ask an administrator.',
  ],
  'sign_on.other_domain': [
    409,
    '{email} isn’t in any of this account’s domains. Choose another user at your provider.',
  ],
  'sign_on.other_account': [409, 'The address {email} belongs to another account. Sign in with your password.'],
  'sign_on.owner_not_connected': [
    409,
    'Owners must turn on single sign-on for themselves. Sign in with your password, then select Test sign-on in Sign-in security.',
  ],
  'sign_on.user_disabled': [409, 'Your user is disabled. Ask an administrator.'],
  'sign_on.key_waits': [428, 'Your account requires single sign-on. This key works after you sign in with it once.'],
  'sign_on.email_managed': [409, 'Your account requires single sign-on, so your email address can’t be changed.'],
  'sign_on.provider_failed': [502, '{message}'],
  'sign_on.address_refused': [400, 'This URL isn’t allowed'],
  'sign_on.issuer_refused': [400, '{message}'],
  'sign_on.metadata_refused': [400, '{message}'],
  'sign_on.not_configured': [404, 'Set up a provider first'],
  'sign_on.not_tested': [409, 'Test sign-on before you require it'],
  'sign_on.no_domain': [409, 'Verify a domain before you require single sign-on'],
  'sign_on.domain_not_found': [404, 'This domain was already removed'],
  'sign_on.domain_taken': [409, '{domain} is already used by another account. Contact support if it’s yours.'],
  'sign_on.record_missing': [
    409,
    'No TXT record with this name and value was found. New records can take an hour to appear.',
  ],

  'api_key.not_found': [404, 'API key not found'],

  'account.email_taken': [409, 'An account with this email already exists'],
  'account.not_found': [404, 'Account not found'],
  'account.data_unavailable': [503, '{message}'],
  'account.data_available': [409, 'Your data is available, so there’s no need to start over.'],
  'account.deleted': [409, 'This account was deleted. An owner can sign in and restore it until {date}.'],
  'account.is_deleted': [409, 'This account is scheduled for deletion. Restore it to make changes.'],
  'account.not_in_plan': [402, 'This isn’t included in the {accountType} plan. It’s available with {plans}.'],
  'account.trial_over': [402, 'Your trial has ended. Choose a plan to make changes.'],
  'account.payment_overdue': [402, 'Your payment failed. Update your card to make changes.'],
  'account.plan_ended': [402, 'Your plan has ended. Choose a plan to make changes.'],

  'billing.unavailable': [503, 'Billing is temporarily unavailable'],
  'billing.not_set_up': [409, 'Card payments aren’t set up. Contact support to get a plan.'],
  'billing.managed_elsewhere': [409, 'Your plan isn’t paid by card, so you can’t change it here'],
  'billing.has_subscription': [409, 'You already have a paid plan. To change it, select Manage payment.'],
  'billing.no_customer': [409, 'There’s no payment method to manage yet. Choose a plan first.'],
  'billing.payment_not_found': [404, 'This payment was not found'],
  'billing.event_refused': [400, 'The event could not be verified'],

  'user.not_found': [404, 'User not found'],
  'user.above_oneself': [409, 'Only an account owner can do this'],
  'user.oneself': [409, 'You can’t disable yourself'],
  'user.session_not_found': [404, 'This session has already ended'],
  'user.last_owner': [409, 'An account needs at least one owner'],

  'invitation.not_found': [404, 'Invitation not found'],
  'invitation.pending': [409, 'This person has already been invited. You can resend the invitation.'],
  'invitation.closed': [409, 'This invitation was already accepted or revoked'],

  'picture.not_found': [404, 'Picture not found'],
  'picture.unsupported': [415, 'Choose a JPEG, PNG, or WebP image'],
  'picture.too_large': [413, 'Images can be up to 10 MB'],
  'picture.too_many_pixels': [413, 'Images can be up to 25 megapixels'],
  'picture.too_complex': [
    413,
    'This image takes too much memory or time to open. Save it as a smaller JPEG, then try again.',
  ],
  'picture.address_refused': [400, 'This URL isn’t allowed'],
  'picture.not_fetched': [400, 'No image could be loaded from this URL'],

  'dashboard.not_found': [404, 'Dashboard not found'],
  'dashboard.default_cannot_be_deleted': [409, 'The default dashboard cannot be deleted'],
  'dashboard.only_default': [409, 'An account needs a default dashboard'],
  'plan.stale': [
    412,
    'This plan was changed by someone else. Your changes are kept: check them against it, then save again.',
  ],
  'dashboard.stale': [412, 'This dashboard was changed by someone else. Reload to see the latest version.'],
  'dashboard.layout_not_array': [400, 'Layout must be an array!'],

  'subject.not_found': [404, 'This record doesn’t exist, or it was removed'],

  'ask.question_not_found': [404, 'This question is no longer in your history'],
  'insight.not_found': [404, 'This insight no longer exists'],
  'insight.address_refused': [400, '{message}'],
  'save_list.not_found': [404, 'This is no longer on the save list'],

  'notification.not_found': [404, 'Notification not found'],
  'alert.not_found': [404, 'Alert not found'],
  'release_plan.not_found': [404, 'Nothing was planned for this release'],
  'calendar.note_not_found': [404, 'Calendar note not found'],
  'plan.not_found': [404, 'Plan not found'],
  'plan.file_invalid': [400, 'This file has no table of text or numbers. Save it as CSV or XLSX.'],
  'webhook.not_found': [404, 'Webhook not found'],
  'system.setting_not_found': [404, 'Setting not found'],

  'widget.unknown_type': [400, 'Unknown widget type'],
  'widget.personal_data': [404, 'This tile shows personal data, which view links leave out.'],
  'view_link.not_found': [404, 'This link has expired or was revoked. Ask the person who sent it for a new one.'],
  'widget.invalid_settings': [400, '{message}'],
  'widget.no_report': [400, 'Choose a report in the settings of this tile.'],
  'widget.report_not_visible': [404, 'This report was deleted, or it isn’t shared with you anymore.'],
  'widget.not_for_role': [404, 'You don’t have access to reports. Ask an administrator for a role that includes them.'],
  'widget.goal_not_set': [404, 'No goal is set for {goal}. Administrators can plan it in Plan.'],

  'report_link.not_found': [
    404,
    'This link was revoked, or its report can no longer be read with it. Ask for a new one.',
  ],
  'report.not_found': [404, 'Report not found'],
  'report.invalid': [400, '{message}'],
  'report.schedule_not_found': [404, 'This schedule no longer exists'],
  'report.too_many_schedules': [409, 'A report can have up to {limit} schedules'],
  'report.too_many_rows_for_file': [
    413,
    'This report has {rows} rows, but {format} files can hold only {limit}. Export it as CSV instead.',
  ],
  'report.too_many_rows_to_compare': [
    413,
    'This report has too many rows to compare (the limit is {limit}). Turn off the comparison.',
  ],
  'report.pivot_too_large': [
    413,
    'This pivot has {rows} rows and {columns} columns, but it can have up to {maxRows} and {maxColumns}. Limit its columns to a top N, or choose other columns.',
  ],
  'report.stale': [412, 'This report was changed elsewhere. Reload to see the latest version.'],

  'custom_field.not_found': [404, 'This custom field no longer exists'],
  'segment.not_found': [404, 'This segment no longer exists'],
  'segment.send_not_possible': [409, 'This segment is being sent already, or was sent. Start with a new dry run.'],
  'own_code.not_found': [404, 'This channel, type, or status no longer exists'],
  'stock_promise.not_found': [404, 'This promise no longer exists'],

  'service.not_found': [404, 'Service not found'],
  'service.unknown_type': [400, 'Unknown service type'],
  'service.run_not_found': [404, 'Run not found'],
  'service.run_in_progress': [409, 'This service is already syncing or importing'],
  'service.file_not_found': [404, 'File not found'],
  'service.file_invalid': [400, '{message}'],
  'service.kind_unsure': [400, 'It isn’t clear what this file contains: {kinds}. Choose the file type.'],
  'service.orders_exist': [
    409,
    '{existing} of the {orders} orders already exist in {service}. Replace them, or keep both.',
  ],
  'service.file_too_large': [413, 'The file is larger than 500 MB after decompression'],
  'service.not_a_file_service': [409, 'Files can only be uploaded to a CSV service'],
  'service.not_available': [400, 'This service can’t be connected yet'],
  'service.nothing_to_sync': [409, 'This service has nothing to sync. Upload a file instead.'],
  'service.quota_exceeded': [413, 'Your account’s upload storage is full. Import the uploaded files, or wait a day.'],
  'service.sample_exists': [409, 'Sample data is already loaded'],
  'service.address_refused': [400, 'This URL isn’t allowed'],
  'service.credentials_lost': [409, 'The saved credentials can no longer be read. Enter them again.'],
  'service.no_consent': [409, 'This platform can’t be connected this way here. Enter its credentials instead.'],
  'service.consent_expired': [409, 'This confirmation isn’t valid anymore. Start again from Services.'],
  'service.consent_denied': [409, '{platform} didn’t give Cuvee access. Nothing was connected.'],
  'service.consent_incomplete': [
    409,
    '{platform} didn’t give Cuvee these permissions: {permissions}. Start again, and allow all of them.',
  ],
  'service.keys_not_sent': [
    409,
    '{platform} didn’t send its keys to Cuvee. Nothing was connected. Start again, or enter a key instead.',
  ],
  'service.keys_refused': [400, 'These credentials weren’t requested. Start again from Services.'],
  'service.other_business': [
    409,
    'You chose a different business from the one this service syncs. Add a new service for it.',
  ],
  'service.event_refused': [400, 'The event could not be verified'],
  'service.nothing_to_compare': [409, 'This service has no platform to compare with'],
  'service.platform_failed': [502, '{message}'],

  'warehouse.busy': [503, 'Cuvee is busy. Please try again in a moment.'],
  'warehouse.timeout': [503, 'This took too long and was stopped. Please try again.'],
  'warehouse.unavailable': [
    503,
    'Cuvee can’t reach the database of your reports right now. Please try again in a moment.',
  ],
  'warehouse.query_failed': [500, 'An unexpected error occurred'],
  'storage.full': [507, 'Storage is full. Your changes were not saved.'],
  'server.busy': [503, 'Cuvee is busy. Please try again in a moment.'],
  'server.unavailable': [503, 'Cuvee is restarting. Please try again in a moment.'],
  'database.unavailable': [503, 'Cuvee can’t reach its database right now. Please try again in a moment.'],
  'server.unexpected': [500, 'An unexpected error occurred'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof ERRORS

export interface ErrorItem {
  readonly code: string
  readonly message: string
  /** the invalid input field, as `fieldPath` writes it */
  readonly field?: string
}

/** The body of every error response. */
export interface ErrorBody {
  readonly errors: readonly ErrorItem[]
  readonly requestId?: string
}

interface FailOptions {
  /** values of the `{name}` placeholders in the message */
  readonly values?: Readonly<Record<string, string | number>>
  readonly field?: string
  readonly cause?: unknown
  /** seconds; becomes the Retry-After header */
  readonly retryAfter?: number
  /** becomes the Allow header */
  readonly allow?: readonly string[]
  /** other fields of the body, such as the current row of a 412 */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** An error with a code of the catalog; `fail()` throws it, and the HTTP layer presents it. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode
  readonly status: number
  readonly items: readonly ErrorItem[]
  readonly retryAfter: number | null
  readonly allow: readonly string[] | null
  readonly extra: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, items: readonly ErrorItem[], options: FailOptions = {}) {
    super(items.map((item) => item.message).join('; '), { cause: options.cause })
    this.code = code
    this.status = ERRORS[code][0]
    this.items = items
    this.retryAfter = options.retryAfter ?? null
    this.allow = options.allow ?? null
    this.extra = options.extra ?? {}
  }
}

const fillIn = (message: string, values: Readonly<Record<string, string | number>>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** `throw fail('dashboard.not_found')`: status and text come from the catalog. */
export const fail = (code: ErrorCode, options: FailOptions = {}): Failure => {
  const message = fillIn(ERRORS[code][1], options.values ?? {})
  return new Failure(code, [{ code, message, ...(options.field ? { field: options.field } : {}) }], options)
}

/** What a query found. @throws Failure of the code when it found nothing */
export const assertFound = <T>(row: T | null | undefined, code: ErrorCode): T => {
  if (row === null || row === undefined) throw fail(code)
  return row
}

/** The name of a field in an error: `definition.filters[0].value`. */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')

/** A 400 with one entry per invalid field. */
export const failFields = (code: ErrorCode, items: readonly { field: string; message: string }[]): Failure =>
  new Failure(
    code,
    items.map(({ field, message }) => ({ code, message, field })),
  )
