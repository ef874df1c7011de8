"""A list as directors really have it: titles, two rows of headings, words for paid, a duplicate, totals."""

MESSY = """Spring Pegging Classic 2026,,,,,,,,
Registrations as of May 1,,,,,,,,

,Player,,ACC,Home,,Entry,Q,E-mail
#,Last,First,Number,Club,City/State,Paid?,Pool,address
1,Núñez,Zoë,hi-296,Hilo Pegs,"Hilo, HI",Y,x,zoe@example.org
2,Lee,Ann,new,Hilo Pegs,Kona,check 1042,,
3,Quist,Bo,2026-01-05,Tacoma Tens,Tacoma,cash,yes,
4,O'Dell,Cy,OR5,Store 29,Salem,$60.00,,

#,Last,First,Number,Club,City/State,Paid?,Pool,address
5,Dunn,Di,n/a,,,N,,
6,Lee,Ann,,Hilo Pegs,Kona,Y,,
7,Marsh,Ed,none,,Bend,30 cash,,
8,,,,,,,,
Waiting list:,,,,,,,,
9,Olsen,Fay,WA77,,Yelm,,,
Total,9,,,,,$330,2,
"""

# Name, ACC number, club, fee paid of 60, note.
PEOPLE = [
    ("Zoë Núñez", "HI296", "Hilo Pegs", 60_00, "Q Pool: x"),
    ("Ann Lee", "", "Hilo Pegs", 60_00, "Paid: check 1042"),
    ("Bo Quist", "", "Tacoma Tens", 60_00, "Paid: cash\nQ Pool: yes"),
    ("Cy O'Dell", "OR5", "Store 29", 60_00, ""),
    ("Di Dunn", "", "", 0, ""),
    ("Ed Marsh", "", "", 30_00, "Paid: 30 cash"),
]
