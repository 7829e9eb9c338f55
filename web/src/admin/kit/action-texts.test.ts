import { expect, test } from 'vitest'
import { actionPath, actionText } from './action-texts.ts'

test.each([
  ['create_star', 'star', 'Star angelegt'],
  ['delete_calendar_event', 'calendar_event', 'Sendetermin gelöscht'],
  ['approve_post', 'post', 'Beitrag freigegeben'],
  ['ban_member', 'profile', 'Gesperrt'],
  ['polish_sofa', 'sofa', 'sofa: polish sofa'],
])('%s of a %s reads %s', (action_type, target_type, text) => {
  expect(actionText({ action_type, target_type })).toBe(text)
})

const of = (action_type: string, target_type: string) => ({ action_type, target_type, target_id: 'x' })

test('the target links to its screen while it exists', () => {
  expect(actionPath(of('update_star', 'star'), false)).toBe('/admin/stars/edit/x')
  expect(actionPath(of('delete_star', 'star'), true)).toBeNull()
  expect(actionPath(of('delete_post', 'post'), false)).toBe('/admin/moderation-archive')
  expect(actionPath(of('polish_sofa', 'sofa'), true)).toBeNull()
})

test('moderators get no links to screens for admins', () => {
  expect(actionPath(of('ban_member', 'profile'), false)).toBeNull()
  expect(actionPath(of('ban_member', 'profile'), true)).toBe('/admin/users/edit/x')
  expect(actionPath(of('update_settings', 'app_settings'), false)).toBeNull()
})
