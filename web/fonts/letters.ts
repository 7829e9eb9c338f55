// The letters that names on this site need: of German and Western European languages (`western`), of Turkish, Polish and
// the languages of the Balkans (`eastern`).

const printable = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
export const ascii = printable.replace(/[\\^`{}]/g, '')
export const western = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿı„“”‚‘’–—…·•°×€§«»‹›−\u00a0\u202f'
export const eastern = 'ĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİĶķĹĺĽľŁłŃńŅņŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŹźŻżŽžȘșȚțẞ'
