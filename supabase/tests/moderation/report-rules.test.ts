import { ruleOfReason } from '@hot/domain/moderation/case-rules'
import { grounds, groundTitles } from '@hot/domain/moderation/grounds'
import { reportReasons, reportReasonTexts } from '@hot/domain/moderation/report-rules'
import { expect, test } from 'vitest'
import { reportHeadStartHours } from '../../../tests/support/oracles/report-urgency.ts'
import { useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'
import { cases, decide, reported } from './report-steps.ts'

const harness = useHarness(createWorld)

test(
  'the rules of reports are the same in SQL',
  harness(async (t) => {
    for (const ground of grounds)
      expect(await t.value(`select private.ground_title('${ground}')`)).toBe(groundTitles[ground])
    for (const reason of reportReasons) {
      expect(await t.value('select private.rule_of_report($1)', [reason])).toBe(ruleOfReason[reason])
      expect(await t.value('select private.report_reason_text($1)', [reason])).toBe(reportReasonTexts[reason])
      expect(await t.value('select extract(epoch from private.report_head_start($1))::int / 3600', [reason])).toBe(
        reportHeadStartHours[reason],
      )
    }
  }),
)

test(
  'three warnings in 90 days are shown; old ones and rejections do not count',
  harness(async (t) => {
    for (const target of [w.discussion, w.rumor, w.poll]) {
      await reported(t, 'member', target)
      const [item] = (await cases(t)).items
      await decide(t, item, 'warn')
    }
    await reported(t, 'member', w.comment)
    expect((await cases(t)).items[0]?.author?.warnings).toBe(3)
    await t.owner(`update public.moderation_actions set created_at = now() - interval '91 days'`)
    expect((await cases(t)).items[0]?.author?.warnings).toBe(0)
  }),
)
