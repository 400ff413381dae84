package dev.quarry.qapi.docs;

import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;

import java.util.ArrayList;
import java.util.List;

/** Writes which further members a union has, by its discriminator. */
final class BranchTable {
    private final Site site;
    private final Html html;

    BranchTable(Site site, Html html) {
        this.site = site;
        this.html = html;
    }

    void write(ObjectType union) {
        String tag = union.tagMember().name();
        html.open("p").text("Further members, by ").element("code", tag).text(":").close();
        html.open("div", "class", "scroll").open("table", "class", "branches").line();
        html.open("tr");
        html.element("th", tag, "scope", "col").element("th", "Members of", "scope", "col");
        html.close().line();
        List<String> none = new ArrayList<>();
        for (Branch branch : union.branches()) {
            if (branch.implied()) {
                none.add(branch.name());
            } else {
                branch(branch);
            }
        }
        html.close().close().line();
        if (!none.isEmpty()) {
            html.open("p").text("None for ");
            for (int i = 0; i < none.size(); i++) {
                html.text(i == 0 ? "" : ", ").element("code", none.get(i));
            }
            html.text(".").close().line();
        }
    }

    private void branch(Branch branch) {
        html.open("tr").open("th", "scope", "row").element("code", branch.name()).close();
        html.open("td");
        if (branch.type().type() instanceof ObjectType wrapper && wrapper.isImplicit()) {
            wrapped(wrapper);
        } else {
            new TypeText(site, html).write(branch.type());
        }
        html.text(" ");
        new Badges(html).condition(branch.condition());
        html.close().close().line();
    }

    /** Before 6.2 a branch could be a member {@code data} of any type. */
    private void wrapped(ObjectType wrapper) {
        for (Member member : wrapper.localMembers()) {
            html.element("code", member.name()).text(": ");
            new TypeText(site, html).write(member.type());
        }
    }
}
