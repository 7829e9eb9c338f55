/** The letters our languages need: German and its neighbours in the west, Turkish, Polish and the Balkans in the east. */
const printable = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
export const ascii = printable.replace(/[\\^`{}]/g, '')
export const western = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿı„“”‚‘’–—…·•°×€§«»‹›−\u00a0\u202f'
export const eastern = 'ĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİĶķĹĺĽľŁłŃńŅņŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŹźŻżŽžȘșȚțẞ'
