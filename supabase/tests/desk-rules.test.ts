import { reportDueAt, reportHeadStartHours, ruleOfReason } from '@hot/domain/desk-rules'
import { houseRules, ruleTitles } from '@hot/domain/house-rules'
import { reportReasons } from '@hot/domain/report-rules'
import { expect, test } from 'vitest'
import { useStage } from './stage.ts'

const stage = useStage()

test(
  'the rules of the reports desk are the same in SQL',
  stage(async (t) => {
    for (const rule of houseRules) expect(await t.value(`select private.rule_title('${rule}')`)).toBe(ruleTitles[rule])
    for (const reason of reportReasons) {
      expect(await t.value('select private.rule_of_report($1)', [reason])).toBe(ruleOfReason[reason])
      expect(await t.value('select extract(epoch from private.report_head_start($1))::int / 3600', [reason])).toBe(
        reportHeadStartHours[reason],
      )
    }
    for (const reports of [1, 3, 40]) {
      const due = await t.value(
        `select extract(epoch from private.report_due_at('2026-11-21 12:00Z', private.report_head_start('Privatsphäre'), $1))::float8 * 1000`,
        [reports],
      )
      const reasons = [...Array<'Spam'>(reports - 1).fill('Spam'), 'Privatsphäre' as const]
      expect(due).toBe(reportDueAt(Date.UTC(2026, 10, 21, 12), reasons))
    }
  }),
)
