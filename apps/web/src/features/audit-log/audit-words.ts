/** What can have been done in one part of the product: codes of the audit log, in words. */
interface ActionArea {
  readonly title: string
  readonly actions: Readonly<Record<string, string>>
}

export const ACTION_AREAS: readonly ActionArea[] = [
  {
    title: 'Signing in',
    actions: {
      'session.began': 'Signed in',
      'session.ended': 'Signed out',
      'session.replayed': 'Used an old sign-in: the session was ended',
      'users.endOtherSessions': 'Signed out everywhere else',
      'users.changePassword': 'Changed their password',
      'user.password_change_refused': 'Gave a wrong current password',
      'user.password_reset_requested': 'Asked for a new password by mail',
      'user.password_reset': 'Chose a new password by mail',
    },
  },
  {
    title: 'People',
    actions: {
      'users.create': 'Added a user',
      'users.remove': 'Removed a user',
      'users.updateRole': 'Changed someone’s roles',
      'user.raise_refused': 'Was refused to grant roles',
      'users.update': 'Changed a profile',
      'users.setTheme': 'Changed their theme',
      'users.setPhoto': 'Changed their photo',
      'users.removePhoto': 'Removed their photo',
      'auth.requestEmailVerification': 'Asked for the verification mail again',
      'user.email_verified': 'Confirmed their e-mail address',
      'user.email_changed': 'Changed their e-mail address',
      'invitations.create': 'Invited a colleague',
      'invitations.resend': 'Sent an invitation again',
      'invitations.revoke': 'Took an invitation back',
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
      'account.setLogo': 'Took a logo from an address',
      'account.removePhoto': 'Removed the logo',
      'account.export': 'Exported everything',
      'account.remove': 'Deleted the account',
      'account.remove_refused': 'Gave a wrong password to delete the account',
      'account.restore': 'Took the deletion of the account back',
    },
  },
  {
    title: 'Billing',
    actions: {
      'billing.checkout': 'Began a payment',
      'billing.portal': 'Opened the billing portal',
      'billing.confirm': 'Came back from a payment',
    },
  },
  {
    title: 'Services and data',
    actions: {
      'services.create': 'Added a service',
      'services.update': 'Changed a service',
      'services.remove': 'Removed a service',
      'services.sync': 'Started a sync',
      'services.cancelRun': 'Stopped a run',
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
      'dashboards.describe': 'Described a dashboard',
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
      'savedReports.addSchedule': 'Scheduled a report by mail',
      'savedReports.removeSchedule': 'Ended a scheduled report',
    },
  },
  {
    title: 'Insights and goals',
    actions: {
      'insights.markRead': 'Read an insight',
      'insights.feedback': 'Said whether an insight was useful',
      'insights.dismiss': 'Dismissed an insight',
      'insights.restore': 'Brought an insight back',
      'insights.saveSettings': 'Changed what insights tell of',
      'insights.tryModel': 'Tried a language model',
      'goals.saveAll': 'Changed the goals',
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
