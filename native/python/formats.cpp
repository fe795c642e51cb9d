// Mouse events of replays, as tuples of a subclass of Python's tuple.
#include <string>
#include <vector>

#include "python/binding.hpp"
#include "replay/mouse_events.hpp"

namespace hypersweep {
namespace {

struct FoundEvent {
    i64 time;
    i32 x, y;
    u8 action;
};

struct FoundNote {
    Note kind;
    u64 index, first, second;
};

struct Sink {
    std::vector<FoundEvent> events;
    std::vector<FoundNote> notes;
    std::string groups;

    void event(i64 time, u8 action, i32 x, i32 y) { events.push_back({time, x, y, action}); }
    void note(Note kind, u64 index, u64 first, u64 second) { notes.push_back({kind, index, first, second}); }
    void group(u8 count) { groups.push_back(char('0' + count)); }
};

nb::object checked(PyObject* made) {
    if (!made) throw nb::python_error();
    return nb::steal(made);
}

// Replaces an item of a tuple that no other code has seen.
void replace_in_tuple(PyObject* tuple, Py_ssize_t place, nb::object&& item) {
#ifndef Py_LIMITED_API
    Py_XDECREF(PyTuple_GET_ITEM(tuple, place));  // otherwise, setting an item releases the old one
#endif
    put_in_tuple(tuple, place, item.release().ptr());
}

// The events as a tuple of instances of `type`, with names of actions from `names`. Instances are made by tuple's own
// constructor, without Python code. It copies its arguments, so the same tuples serve for all events.
nb::object event_tuple(const std::vector<FoundEvent>& events, nb::handle type, nb::handle names) {
    const auto make = reinterpret_cast<newfunc>(PyType_GetSlot(&PyTuple_Type, Py_tp_new));
    const nb::object made = checked(PyTuple_New(Py_ssize_t(events.size())));
    const nb::object arguments = checked(PyTuple_New(1));
    // Only tuples with a single reference may be changed.
    PyObject* const fields = checked(PyTuple_New(4)).release().ptr();
    put_in_tuple(arguments.ptr(), 0, fields);
    for (u64 place = 0; place < events.size(); ++place) {
        const FoundEvent& event = events[place];
        replace_in_tuple(fields, 0, checked(PyLong_FromLongLong(event.time)));
        replace_in_tuple(fields, 1, nb::borrow(tuple_item(names.ptr(), event.action)));
        replace_in_tuple(fields, 2, checked(PyLong_FromLong(event.x)));
        replace_in_tuple(fields, 3, checked(PyLong_FromLong(event.y)));
        PyObject* const item = make(reinterpret_cast<PyTypeObject*>(type.ptr()), arguments.ptr(), nullptr);
        put_in_tuple(made.ptr(), Py_ssize_t(place), checked(item).release().ptr());
    }
    return made;
}

// Whether all items of a tuple are instances of exactly this type.
bool are_all(nb::handle things, nb::handle type) {
    if (!PyTuple_Check(things.ptr())) throw nb::type_error("expected a tuple");
    for (Py_ssize_t place = 0; place < tuple_size(things.ptr()); ++place) {
        if (reinterpret_cast<PyObject*>(Py_TYPE(tuple_item(things.ptr(), place))) != type.ptr()) return false;
    }
    return true;
}

nb::list note_list(const std::vector<FoundNote>& notes) {
    nb::list made;
    for (const FoundNote& note : notes) made.append(nb::make_tuple(int(note.kind), note.index, note.first, note.second));
    return made;
}

// A table with an item for each code.
class Table {
  public:
    Table(nb::handle object, u64 size) : bytes_(object, false) {
        if (bytes_.size() != size) throw nb::value_error("expected a table with an item for each code");
    }
    const u8* data() const { return bytes_.data(); }

  private:
    Bytes bytes_;
};

// How the reader makes events: their type, and the names of all actions.
class Maker {
  public:
    Maker(nb::handle type, nb::handle names) : type_(type), names_(names) {
        if (!PyType_Check(type.ptr()) || !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()), &PyTuple_Type)) {
            throw nb::type_error("expected a subclass of tuple");
        }
        if (!PyTuple_Check(names.ptr()) || tuple_size(names.ptr()) != Action::preflag + 1) {
            throw nb::value_error("expected the names of all actions");
        }
    }
    nb::object operator()(const Sink& sink) const { return event_tuple(sink.events, type_, names_); }

  private:
    nb::handle type_, names_;
};

u64 checked_place(const Bytes& data, u64 place) {
    if (place > data.size()) throw nb::value_error("expected a place within the data");
    return place;
}

// Checks that a table contains only actions, or `no_action`.
const u8* checked_actions(const Table& table) {
    for (u32 code = 0; code < 256; ++code) {
        if (table.data()[code] > Action::preflag && table.data()[code] != no_action) throw nb::value_error("expected known actions");
    }
    return table.data();
}

nb::tuple avf_events(nb::handle type, nb::handle names, nb::handle given, u64 place, nb::handle action_table,
                     nb::handle usual_codes) {
    const Maker make(type, names);
    const Bytes data(given, false);
    const Table table(action_table, 256), usual(usual_codes, Action::preflag + 1);
    const u8* actions = checked_actions(table);
    Sink sink;
    place = checked_place(data, place);
    {
        const WithoutGil released;
        place = read_avf(data.data(), data.size(), place, actions, usual.data(), sink);
    }
    return nb::make_tuple(make(sink), place, note_list(sink.notes));
}

nb::tuple rmv_events(nb::handle type, nb::handle names, nb::handle given, u64 place, u64 end, bool is_second, i32 left,
                     i32 top, u64 index, nb::handle length_table) {
    const Maker make(type, names);
    const Bytes data(given, false);
    const Table lengths(length_table, 256);
    Sink sink;
    place = checked_place(data, place);
    {
        const WithoutGil released;
        place = read_rmv(data.data(), data.size(), place, end, is_second, left, top, index, lengths.data(), sink);
    }
    return nb::make_tuple(make(sink), place, note_list(sink.notes));
}

nb::tuple evf_timed_events(nb::handle type, nb::handle names, nb::handle given, u64 place, nb::handle action_table) {
    const Maker make(type, names);
    const Bytes data(given, false);
    const Table table(action_table, 256);
    const u8* actions = checked_actions(table);
    Sink sink;
    place = checked_place(data, place);
    {
        const WithoutGil released;
        place = read_evf_timed(data.data(), data.size(), place, actions, sink);
    }
    return nb::make_tuple(make(sink), place);
}

nb::tuple evf_events(nb::handle type, nb::handle names, nb::handle given, u64 place, nb::handle action_table,
                     nb::handle length_table, u8 pause, u8 text) {
    const Maker make(type, names);
    const Bytes data(given, false);
    const Table table(action_table, 256), lengths(length_table, 256);
    const u8* actions = checked_actions(table);
    for (u32 code = 0; code < 256; ++code) {
        // After its code, every entry needs at least one byte for its time, and a pause two.
        if (lengths.data()[code] == 1 || (code == pause && lengths.data()[code] < 3)) {
            throw nb::value_error("expected entries with a time");
        }
    }
    Sink sink;
    place = checked_place(data, place);
    {
        const WithoutGil released;
        place = read_evf_further(data.data(), data.size(), place, actions, lengths.data(), pause, text, sink);
    }
    return nb::make_tuple(make(sink), place, note_list(sink.notes));
}

nb::tuple mvf_events(nb::handle type, nb::handle names, nb::handle given, u64 place, u64 count, nb::handle order_table,
                     u32 place_bits, i32 offset, u32 time_bits, bool milliseconds) {
    const Maker make(type, names);
    const Bytes data(given, false), order(order_table, false);
    const StateLayout layout{order.size() / 8, order.data(), place_bits, offset, time_bits, milliseconds};
    if ((order.size() != 40 && order.size() != 48) || 3 + 2 * place_bits + time_bits > order.size()) {
        throw nb::value_error("expected states of 5 or 6 bytes");
    }
    for (u64 bit = 0; bit < order.size(); ++bit) {
        if (order.data()[bit] >= order.size()) throw nb::value_error("expected an order of bits");
    }
    place = checked_place(data, place);
    if (count > (data.size() - place) / layout.size) throw nb::value_error("expected states within the data");
    Sink sink;
    StateChanges<Sink> changes(sink);
    {
        const WithoutGil released;
        place = read_mvf(data.data(), place, count, layout, changes);
    }
    return nb::make_tuple(make(sink), place, note_list(sink.notes),
                          nb::str(changes.is_usual() ? "" : sink.groups.c_str()));
}

nb::tuple mvf_early_events(nb::handle type, nb::handle names, nb::handle given, u64 place, u64 end, i64 last) {
    const Maker make(type, names);
    const Bytes data(given, false);
    if (end > data.size()) throw nb::value_error("expected states within the data");
    Sink sink;
    StateChanges<Sink> changes(sink);
    u64 released_buttons = 0;
    place = checked_place(data, place);
    bool usual;
    {
        const WithoutGil released;
        place = read_mvf_early(data.data(), place, end, last, changes);
        usual = changes.is_usual();
        released_buttons = changes.release();
    }
    return nb::make_tuple(make(sink), place, note_list(sink.notes), nb::str(usual ? "" : sink.groups.c_str()),
                          released_buttons);
}

}  // namespace

void bind_formats(nb::module_& m) {
    m.def("are_all", &are_all);
    m.def("avf_events", &avf_events);
    m.def("rmv_events", &rmv_events);
    m.def("evf_timed_events", &evf_timed_events);
    m.def("evf_events", &evf_events);
    m.def("mvf_events", &mvf_events);
    m.def("mvf_early_events", &mvf_early_events);
}

}  // namespace hypersweep
