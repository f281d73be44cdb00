/** What can have been done in one part of the product: codes of the audit log, in words. */
interface ActionArea {
  readonly title: string
  readonly actions: Readonly<Record<string, string>>
}

export const ACTION_AREAS: readonly ActionArea[] = [
  {
    title: 'Sign-in and security',
    actions: {
      'session.began': 'Signed in',
      'session.ended': 'Signed out',
      'session.replayed': 'Reused an expired session token; session ended',
      'users.endOtherSessions': 'Signed out everywhere else',
      'users.changePassword': 'Changed their password',
      'user.password_change_refused': 'Entered an incorrect password',
      'user.password_reset_requested': 'Requested a password reset',
      'user.password_reset': 'Reset their password',
    },
  },
  {
    title: 'People',
    actions: {
      'users.create': 'Added a user',
      'users.remove': 'Removed a user',
      'users.updateRole': 'Changed someone’s roles',
      'user.raise_refused': 'Role change denied',
      'users.update': 'Changed a profile',
      'users.setTheme': 'Changed their theme',
      'users.setPhoto': 'Changed their photo',
      'users.removePhoto': 'Removed their photo',
      'auth.requestEmailVerification': 'Requested a new verification email',
      'user.email_verified': 'Verified their email address',
      'user.email_changed': 'Changed their email address',
      'invitations.create': 'Invited a colleague',
      'invitations.resend': 'Resent an invitation',
      'invitations.revoke': 'Revoked an invitation',
      'invitation.accepted': 'Accepted an invitation',
    },
  },
  {
    title: 'Account',
    actions: {
      'account.created': 'Registered the account',
      'account.update': 'Changed settings',
      'account.rename': 'Renamed the account',
      'account.saveLocation': 'Changed the location',
      'account.setPhoto': 'Uploaded a logo',
      'account.setLogo': 'Imported a logo from a URL',
      'account.removePhoto': 'Removed the logo',
      'account.export': 'Exported account data',
      'account.remove': 'Deleted the account',
      'account.remove_refused': 'Entered an incorrect password to delete the account',
      'account.restore': 'Restored the account',
    },
  },
  {
    title: 'Billing',
    actions: {
      'billing.checkout': 'Started checkout',
      'billing.portal': 'Opened the billing portal',
      'billing.confirm': 'Returned from checkout',
    },
  },
  {
    title: 'Services and data',
    actions: {
      'services.create': 'Added a service',
      'services.update': 'Changed a service',
      'services.remove': 'Removed a service',
      'services.sync': 'Started a sync',
      'services.cancelRun': 'Canceled a sync or import',
      'services.upload': 'Uploaded and imported a file',
      'services.stageFile': 'Uploaded a file',
      'services.importFile': 'Imported a file',
      'visits.saveTastingExperiences': 'Changed tasting experiences',
      'visits.saveClubSignupProducts': 'Changed club signup products',
    },
  },
  {
    title: 'Dashboards',
    actions: {
      'dashboards.create': 'Created a dashboard',
      'dashboards.update': 'Saved a dashboard',
      'dashboards.rename': 'Renamed a dashboard',
      'dashboards.describe': 'Changed a dashboard description',
      'dashboards.toggleDefault': 'Changed the default dashboard',
      'dashboards.remove': 'Deleted a dashboard',
      'dashboards.restore': 'Restored a dashboard',
    },
  },
  {
    title: 'Reports',
    actions: {
      'savedReports.create': 'Saved a report',
      'savedReports.update': 'Changed a report',
      'savedReports.copy': 'Copied a report',
      'savedReports.remove': 'Deleted a report',
      'savedReports.restore': 'Restored a report',
      'savedReports.addSchedule': 'Scheduled a report',
      'savedReports.removeSchedule': 'Stopped a scheduled report',
    },
  },
  {
    title: 'Insights and goals',
    actions: {
      'insights.markRead': 'Read an insight',
      'insights.feedback': 'Rated an insight',
      'insights.dismiss': 'Dismissed an insight',
      'insights.restore': 'Restored an insight',
      'insights.saveSettings': 'Changed insight settings',
      'insights.tryModel': 'Tested a language model',
      'goals.saveAll': 'Changed goals',
    },
  },
  {
    title: 'Notifications and feedback',
    actions: {
      'notifications.markRead': 'Read a notification',
      'notifications.markAllRead': 'Marked all notifications as read',
      'notifications.remove': 'Deleted a notification',
      'notifications.restore': 'Restored a notification',
      'notifications.savePreferences': 'Changed notification preferences',
      'feedback.send': 'Sent feedback',
    },
  },
]

const WORDS: ReadonlyMap<string, string> = new Map(ACTION_AREAS.flatMap(({ actions }) => Object.entries(actions)))

const spaced = (code: string): string =>
  code
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]/g, ' ')
    .toLowerCase()

/** What was done, in words; the words of the code itself for one that nobody has put into words. */
export const actionWords = (code: string): string => {
  const known = WORDS.get(code)
  if (known !== undefined) return known
  const text = spaced(code)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
