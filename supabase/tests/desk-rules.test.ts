import { reportHeadStartHours, ruleOfReason } from '@hot/domain/desk-rules'
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
  }),
)
